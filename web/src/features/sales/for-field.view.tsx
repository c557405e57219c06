import { useAtomValue, useSetAtom } from 'jotai';
import { useResource } from '../../app/lists/resource.hooks.ts';
import { employeeAtom } from '../../app/session/session.atoms.ts';
import { SelectField } from '../../ui/field.tsx';
import { employeesResource, othersToSellForAtom } from './employees.atoms.ts';
import type { SaleForm } from './sale-form.atoms.ts';

/** A manager records for himself unless he says for whom, who then brings his own campaign. */
export function ForField({ form }: { form: SaleForm }) {
  const { employeeId } = useAtomValue(form.draftAtom);
  const refused = useAtomValue(form.refusedAtom);
  const type = useSetAtom(form.typeAtom);
  const me = useAtomValue(employeeAtom);
  const others = useAtomValue(othersToSellForAtom);
  useResource(employeesResource, null);
  const choose = (id: string) => {
    const theirs = others.find((employee) => employee.id === id)?.campaign_id;
    const campaignId = id === '' ? me.emp_campaign_id : theirs;
    type({ employeeId: id, ...(campaignId && { campaignId }) });
  };
  return (
    <SelectField
      name="employeeId"
      label="For"
      value={employeeId}
      error={refused.includes('employeeId')}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">Myself</option>
      {others.map(({ id, first_name, last_name }) => (
        <option key={id} value={id}>
          {first_name} {last_name}
        </option>
      ))}
    </SelectField>
  );
}

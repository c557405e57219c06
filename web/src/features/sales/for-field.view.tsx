import { useAtomValue } from 'jotai';
import { useFields } from '../../kit/forms/form-fields.hooks.ts';
import { allEmployeesQuery } from '../../kit/queries/employees.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { SelectField } from '../../ui/field.tsx';
import { fullName } from '../../ui/full-name.ts';
import { sellersAtom } from './employees.atoms.ts';
import type { SaleForm } from './sale-form.atoms.ts';

/** The seller: the manager who records, or an employee that the manager chooses, with the campaign of that employee. */
export function ForField({ form }: { form: SaleForm }) {
  const { type, bind } = useFields(form);
  const me = useAtomValue(employeeAtom);
  const others = useAtomValue(sellersAtom);
  useQuery(allEmployeesQuery, null);
  const choose = (id: string) => {
    const theirs = others.find((employee) => employee.id === id)?.campaign_id;
    const campaignId = id === '' ? me.emp_campaign_id : theirs;
    type({ employeeId: id, ...(campaignId && { campaignId }) });
  };
  return (
    <SelectField {...bind('employeeId')} label="For" onChange={(event) => choose(event.target.value)}>
      <option value="">Myself</option>
      {others.map((employee) => (
        <option key={employee.id} value={employee.id}>
          {fullName(employee)}
        </option>
      ))}
    </SelectField>
  );
}

import { useAtomValue, useSetAtom } from 'jotai';
import { Undo2 } from 'lucide-react';
import { type MouseEvent, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { Employee } from '#contracts/endpoints/employees.endpoints.ts';
import type { KnownCampaign } from '../../kit/forms/campaign-field.view.tsx';
import { useFields } from '../../kit/forms/form-fields.hooks.ts';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { useReturnTo } from '../../kit/forms/return-to.hooks.ts';
import { OwnCommission } from '../../kit/numbers/own-commission.view.tsx';
import { paths, pathTo } from '../../kit/paths.ts';
import { allEmployeesQuery, choiceOf } from '../../kit/queries/employees.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { hasRole } from '../../kit/session/permissions.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { Button } from '../../ui/button.tsx';
import { ComboboxField } from '../../ui/combobox-field.tsx';
import { fullName } from '../../ui/full-name.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TwoColumns } from '../../ui/two-columns.tsx';
import {
  cancelMendingAtom,
  isUndoingAtom,
  newSaleFigures,
  newSaleForm,
  outcomeOf,
  recordedForAtom,
  recordedSaleAtom,
  sellersAtom,
  sellForAtom,
  undoSaleAtom,
} from './add-sale.atoms.ts';
import styles from './add-sale.module.css';
import { mendedSaleAtom } from './add-sale-memory.atoms.ts';
import { Outbox } from './add-sale-outbox.view.tsx';
import { SaleFields } from './sale-fields.view.tsx';
import type { SaleForm } from './sale-form.atoms.ts';

export function AddSalePage() {
  const { back } = useReturnTo();
  const me = useAtomValue(employeeAtom);
  const isManager = hasRole(me, 'manager');
  return (
    <>
      <PageHeader
        title="New Sale"
        aside={
          back === paths.dashboard ? (
            <Link to={back}>First steps</Link>
          ) : (
            <Link to={paths.mySales}>My Sales</Link>
          )
        }
      />
      <TwoColumns sheet>
        <Panel>
          {/* After success the focus is in the first field of the next sale. */}
          <FormSheet
            form={newSaleForm}
            action="Record sale"
            busyAction="Recording…"
            next="name"
            aside={<CancelMending />}
            remedy={<UndoSale />}
          >
            {isManager && <ForField form={newSaleForm} />}
            <SaleFields form={newSaleForm} figures={newSaleFigures} known={ownCampaign(me)} />
          </FormSheet>
        </Panel>
        <Outbox />
        <Panel>
          <OwnCommission />
        </Panel>
      </TwoColumns>
    </>
  );
}

/** The campaign of a new form, offered until the list is loaded. */
function ownCampaign({ emp_campaign_id, campaignname }: Employee): KnownCampaign | undefined {
  return emp_campaign_id === null ? undefined : { id: emp_campaign_id, name: campaignname ?? 'My campaign' };
}

/** The seller: the manager who records, or an employee that the manager chooses, with the campaign of that employee. */
function ForField({ form }: { form: SaleForm }) {
  const { bind } = useFields(form);
  const choose = useSetAtom(sellForAtom);
  const others = useAtomValue(sellersAtom);
  useQuery(allEmployeesQuery, null);
  const choices = useMemo(() => [{ id: '', name: 'Myself' }, ...others.map(choiceOf)], [others]);
  return (
    <ComboboxField
      {...bind('employeeId')}
      label="For"
      choices={choices}
      onChange={(event) => choose(event.target.value)}
    />
  );
}

/** While the form has the text of a waiting sale: leaves that sale as it is. */
function CancelMending() {
  const isMending = useAtomValue(mendedSaleAtom) !== null;
  const cancel = useSetAtom(cancelMendingAtom);
  if (!isMending) return null;
  const cancelHere = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    // The button disappears, and the focus with it.
    const name = form?.elements.namedItem('name');
    if (name instanceof HTMLElement) name.focus();
    cancel();
  };
  return (
    <Button variant="plain" onClick={cancelHere}>
      Cancel
    </Button>
  );
}

/** In the message about a recorded sale: its name, and a button that undoes it. */
function UndoSale() {
  const sale = useAtomValue(recordedSaleAtom);
  const others = useAtomValue(recordedForAtom);
  const isUndoing = useAtomValue(isUndoingAtom);
  const undo = useSetAtom(undoSaleAtom);
  if (!sale) return null;
  const takeBack = async ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    await undo();
    // The button disappears, and the focus with it.
    const name = form?.elements.namedItem('name');
    if (name instanceof HTMLElement) name.focus();
  };
  return (
    <div className={styles.recorded}>
      <span className={styles.what}>
        <Link to={pathTo(paths.sale, sale.id)}>{sale.sale_name}</Link>{' '}
        {others ? (
          <>
            is recorded for <Link to={pathTo(paths.employeeSales, others.id)}>{fullName(others)}</Link>
          </>
        ) : (
          outcomeOf(sale)
        )}
      </span>
      <span className={styles.undo}>
        <Button
          variant="quiet"
          busy={isUndoing}
          busyLabel="Undoing…"
          onClick={(event) => void takeBack(event)}
        >
          <Icon of={Undo2} size={16} /> Undo
        </Button>
      </span>
    </div>
  );
}

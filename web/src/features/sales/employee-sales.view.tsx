import { useAtom, useAtomValue } from 'jotai';
import { useMemo, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { messages } from '#contracts/messages.ts';
import { MissingRow } from '../../kit/lists/missing-row.view.tsx';
import { paths, pathTo } from '../../kit/paths.ts';
import { formerText } from '../../kit/queries/employees.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { noAlert } from '../../ui/alert.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { fullName } from '../../ui/full-name.ts';
import { MessageBox } from '../../ui/message-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { actionsColumn } from './sale-actions.view.tsx';
import { createSaleDeletion, sellerQuery } from './sales-list.atoms.ts';
import styles from './sales-list.module.css';
import { SalesList } from './sales-list.view.tsx';
import { DATED_SALE_COLUMNS } from './sales-table.view.tsx';

export function EmployeeSalesPage() {
  const { id = '' } = useParams();
  const seller = useQuery(sellerQuery, id)?.requestedData[0];
  const isMissing = useAtomValue(sellerQuery.errorAtom) === 'noSuchEmployee';
  if (isMissing) {
    return (
      <MissingRow
        title="Sales"
        message={messages.noSuchEmployee}
        list={paths.allEmployees}
        listLabel="All Employees"
      />
    );
  }
  const name = seller ? fullName(seller) : 'Sales';
  return (
    <>
      <PageHeader
        title={name}
        note={
          <>
            {['Sales', formerText(seller)].filter(Boolean).join(' · ')} ·{' '}
            <Link to={pathTo(paths.employee, id)}>Employee</Link> ·{' '}
            <Link to={pathTo(paths.employeeReport, id)}>Shifts</Link>
          </>
        }
      />
      <Ledger key={id} id={id} caption={`Sales of ${name}`} />
    </>
  );
}

/** The sales of an employee, which a manager edits and deletes in their rows. */
function Ledger({ id, caption }: { id: string; caption: string }) {
  const [deletion] = useState(() => createSaleDeletion((sale) => sale.sale_name));
  const [alert, setAlert] = useAtom(deletion.alertAtom);
  const columns = useMemo(() => [...DATED_SALE_COLUMNS, actionsColumn(deletion)], [deletion]);
  return (
    <>
      <SalesList
        employeeId={id}
        date=""
        label="Commission"
        caption={caption}
        columnsOf={() => columns}
        empty={
          <EmptyState title="No sales yet">
            Sales of every status appear here as soon as they are recorded.
          </EmptyState>
        }
      />
      <div className={styles.told}>
        <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
      </div>
    </>
  );
}

import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { paths } from '../../app/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDate } from '../../ui/format.ts';
import { Loading } from '../../ui/mark.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { errorTickets, noTickets } from '../../ui/tickets.ts';
import { DateQuery } from './date-query.view.tsx';
import { salesListAtom, salesProblemAtom, showAllSalesAtom, totalCommissionAtom } from './my-sales.atoms.ts';
import styles from './my-sales.module.css';
import { SalesTable } from './sales-table.view.tsx';

export function MySalesPage() {
  const list = useAtomValue(salesListAtom);
  const total = useAtomValue(totalCommissionAtom);
  const problem = useAtomValue(salesProblemAtom);
  const setProblem = useSetAtom(salesProblemAtom);
  const showAll = useSetAtom(showAllSalesAtom);
  useEffect(() => void showAll(), [showAll]);

  return (
    <>
      <PageHeader
        title="My Sales"
        note={list?.date ? formatDate(list.date, 'long') : 'All dates'}
        aside={<DateQuery />}
      />
      <MessageBox tickets={problem ? errorTickets(problem) : noTickets} onClose={() => setProblem(null)} />
      {list ? (
        <>
          <p className={styles.total}>
            <span>Total Commission</span>
            <strong data-testid="total-commission">
              <Money dollars={total} />
            </strong>
            <span className={styles.note}>from Closed sales</span>
            {list.stale && <span className={styles.stale}>A moment behind</span>}
          </p>
          <Panel flush>
            <SalesTable sales={list.sales} empty={<NoSales isDay={list.date !== ''} />} />
          </Panel>
        </>
      ) : (
        !problem && <Loading label="Loading your sales" />
      )}
    </>
  );
}

function NoSales({ isDay }: { isDay: boolean }) {
  return (
    <EmptyState
      title={isDay ? 'No sales on this date' : 'No sales yet'}
      action={<LinkButton to={paths.newSale}>Record a sale</LinkButton>}
    >
      {isDay ? 'Choose another date, or show all.' : 'Your first sale appears here as soon as you record it.'}
    </EmptyState>
  );
}

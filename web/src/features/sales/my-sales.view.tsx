import { useAtomValue } from 'jotai';
import { LIST_MAX } from '#contracts/endpoints/fields.ts';
import { useFollowing } from '../../app/following.hooks.ts';
import { useResource } from '../../app/lists/resource.hooks.ts';
import { ResourceState } from '../../app/lists/resource-state.view.tsx';
import { Opens } from '../../app/numbers/opens.view.tsx';
import { paths } from '../../app/routes/paths.ts';
import { employeeAtom } from '../../app/session/session.atoms.ts';
import { NowOnly } from '../../app/time-travel/now-only.view.tsx';
import { useQueriedDate } from '../../app/time-travel/queried-date.hooks.ts';
import { LinkButton } from '../../ui/button.tsx';
import { DateQuery } from '../../ui/date-query.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDate, formatMoney, formatNumber } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import {
  followMySalesAtom,
  followWholeTotalAtom,
  mySalesResource,
  totalCommissionAtom,
  wholeTotalResource,
} from './my-sales.atoms.ts';
import styles from './my-sales.module.css';
import { SalesTable } from './sales-table.view.tsx';

export function MySalesPage() {
  const [date, query] = useQueriedDate();
  const list = useResource(mySalesResource, date);
  useFollowing(followMySalesAtom);
  const total = useAtomValue(totalCommissionAtom);
  const isStale = useAtomValue(mySalesResource.staleAtom);

  return (
    <>
      <PageHeader
        title="My Sales"
        note={date ? formatDate(date, 'long') : 'All dates'}
        aside={<DateQuery key={date} date={date} onQuery={query} />}
      />
      <ResourceState of={mySalesResource} loading="Loading your sales" />
      {list && (
        <>
          <p className={styles.total}>
            <span>Total Commission</span>
            {list.nextCursor === undefined ? (
              <Total dollars={total} date={date} note="from Closed sales" />
            ) : (
              <TotalOfAll date={date} />
            )}
            {isStale && <span className={styles.stale}>A moment behind</span>}
          </p>
          <Panel flush>
            <SalesTable sales={list.requestedData} empty={<NoSales isDay={date !== ''} />} />
          </Panel>
        </>
      )}
    </>
  );
}

function Total({ dollars, date, note }: { dollars: number; date: string; note: string }) {
  const { id } = useAtomValue(employeeAtom);
  return (
    <>
      <strong data-testid="total-commission">
        <Opens question={{ of: 'commission', id, ...(date && { date }) }} text={formatMoney(dollars)}>
          <Money dollars={dollars} />
        </Opens>
      </strong>
      <span className={styles.note}>{note}</span>
    </>
  );
}

/** Where the list leaves sales out, the server adds up: the total is that of all of them. */
function TotalOfAll({ date }: { date: string }) {
  const { id } = useAtomValue(employeeAtom);
  const total = useResource(wholeTotalResource, { id, date });
  useFollowing(followWholeTotalAtom);
  return total ? (
    <Total
      dollars={total.commission}
      date={date}
      note={`from all Closed sales; the list has the latest ${formatNumber(LIST_MAX)}, query a date for older ones`}
    />
  ) : (
    <ResourceState of={wholeTotalResource} loading="Adding up your sales" />
  );
}

function NoSales({ isDay }: { isDay: boolean }) {
  return (
    <NowOnly
      past={<EmptyState title="No sales at that time">Choose a later moment, or another date.</EmptyState>}
    >
      <EmptyState
        title={isDay ? 'No sales on this date' : 'No sales yet'}
        action={<LinkButton to={paths.newSale}>Record a sale</LinkButton>}
      >
        {isDay
          ? 'Choose another date, or show all.'
          : 'Your first sale appears here as soon as you record it.'}
      </EmptyState>
    </NowOnly>
  );
}

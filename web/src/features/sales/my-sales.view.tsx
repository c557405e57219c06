import { useAtomValue } from 'jotai';
import { LIST_MAX } from '#contracts/endpoints/fields.ts';
import { NowOnly } from '../../app/now-only.view.tsx';
import { OpensFor } from '../../app/opens.view.tsx';
import { paths } from '../../app/paths.ts';
import { useQueriedDate } from '../../app/queried-date.hooks.ts';
import { useResource } from '../../app/resource.hooks.ts';
import { ResourceState } from '../../app/resource-state.view.tsx';
import { employeeAtom } from '../../app/session.atoms.ts';
import { LinkButton } from '../../ui/button.tsx';
import { DateQuery } from '../../ui/date-query.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDate, formatMoney, formatNumber } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useFollowing } from './following.hooks.ts';
import { followMySalesAtom, mySalesResource, totalCommissionAtom } from './my-sales.atoms.ts';
import styles from './my-sales.module.css';
import { SalesTable } from './sales-table.view.tsx';

export function MySalesPage() {
  const [date, query] = useQueriedDate();
  const list = useResource(mySalesResource, date);
  useFollowing(followMySalesAtom);
  const { id } = useAtomValue(employeeAtom);
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
            <strong data-testid="total-commission">
              {/* The total of a part of the list is that of no question. */}
              <OpensFor
                may={list.nextCursor === undefined}
                question={{ of: 'commission', id, ...(date && { date }) }}
                text={formatMoney(total)}
              >
                <Money dollars={total} />
              </OpensFor>
            </strong>
            <span className={styles.note}>
              {list.nextCursor
                ? `from Closed sales among your latest ${formatNumber(LIST_MAX)}; query a date for older ones`
                : 'from Closed sales'}
            </span>
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

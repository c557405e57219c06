import { useAtomValue } from 'jotai';
import { LIST_MAX } from '#contracts/endpoints/fields.ts';
import { useAddressFilters } from '../../kit/lists/address-filters.hooks.ts';
import { isFiltered } from '../../kit/lists/address-filters.ts';
import { OpenableNumber } from '../../kit/numbers/openable-number.view.tsx';
import { paths } from '../../kit/paths.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { useQueriedDate } from '../../kit/time-travel/queried-date.hooks.ts';
import { LinkButton } from '../../ui/button.tsx';
import { DateQuery } from '../../ui/date-query.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDate, formatMoney, formatNumber } from '../../ui/format.ts';
import { Money } from '../../ui/number-roll.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useThrottled } from '../../ui/use-throttled.ts';
import styles from './my-sales.module.css';
import { mySalesQuery, totalCommissionAtom, wholeTotalQuery } from './sale.atoms.ts';
import { noSaleFilters, SEARCH_INTERVAL_MS, saleFiltersIn } from './sale-filters.ts';
import { NoSaleFits, SaleFilterFields } from './sale-filters.view.tsx';
import { SALE_COLUMNS, SalesTable } from './sales-table.view.tsx';

export function MySalesPage() {
  const [date, query] = useQueriedDate();
  const [chosen, change] = useAddressFilters(saleFiltersIn);
  // A date leaves no choice of a period.
  const filters = date ? { ...chosen, from: '', to: '' } : chosen;
  const search = useThrottled(filters.search, SEARCH_INTERVAL_MS);
  const list = useQuery(mySalesQuery, { date, filters: { ...filters, search } });
  const total = useAtomValue(totalCommissionAtom);
  const isStale = useAtomValue(mySalesQuery.staleAtom);

  return (
    <>
      <PageHeader
        title="My Sales"
        note={date ? formatDate(date, 'long') : 'All dates'}
        aside={<DateQuery key={date} date={date} onQuery={query} />}
      />
      <SaleFilterFields filters={filters} withDates={date === ''} onChange={change} />
      <QueryState of={mySalesQuery} loading="Loading your sales" />
      {list && (
        <>
          <p className={`${styles.total} ${styles.below}`}>
            <span>Total Commission</span>
            {isFiltered(filters) ? (
              <TotalShown dollars={total} isAll={list.nextCursor === undefined} />
            ) : list.nextCursor === undefined ? (
              <Total dollars={total} date={date} note="from Closed sales" />
            ) : (
              <TotalOfAll date={date} />
            )}
            {isStale && <span className={styles.stale}>A moment behind</span>}
          </p>
          <Panel flush>
            <SalesTable
              caption="My Sales"
              columns={SALE_COLUMNS}
              sales={list.requestedData}
              empty={
                isFiltered(filters) ? (
                  <NoSaleFits onShowAll={() => change(noSaleFilters)} />
                ) : (
                  <NoSales isDay={date !== ''} />
                )
              }
            />
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
        <OpenableNumber question={{ of: 'commission', id, from: date, to: date }} text={formatMoney(dollars)}>
          <Money dollars={dollars} />
        </OpenableNumber>
      </strong>
      <span className={styles.note}>{note}</span>
    </>
  );
}

/** A part of the sales opens to no facts of its own. */
function TotalShown({ dollars, isAll }: { dollars: number; isAll: boolean }) {
  return (
    <>
      <strong data-testid="total-commission">{formatMoney(dollars)}</strong>
      <span className={styles.note}>
        from the Closed sales below{isAll ? '' : `, the latest ${formatNumber(LIST_MAX)} that fit`}
      </span>
    </>
  );
}

/** When the list leaves sales out, the server adds up all of them. */
function TotalOfAll({ date }: { date: string }) {
  const { id } = useAtomValue(employeeAtom);
  const total = useQuery(wholeTotalQuery, { id, from: date, to: date });
  return total ? (
    <Total
      dollars={total.commission}
      date={date}
      note={`from all Closed sales; the list has the latest ${formatNumber(LIST_MAX)}, query a date for older ones`}
    />
  ) : (
    <QueryState of={wholeTotalQuery} loading="Adding up your sales" />
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

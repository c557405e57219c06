import { useAtomValue, useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { useAddressFilters } from '../../kit/lists/address-filters.hooks.ts';
import { isFiltered, isPeriod } from '../../kit/lists/address-filters.ts';
import { More } from '../../kit/lists/more.view.tsx';
import { WrongDates } from '../../kit/lists/period-fields.view.tsx';
import { OpenableNumber } from '../../kit/numbers/openable-number.view.tsx';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import type { Column } from '../../ui/column.ts';
import { formatMoney } from '../../ui/format.ts';
import { Money } from '../../ui/number-roll.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useThrottled } from '../../ui/use-throttled.ts';
import {
  noSaleFilters,
  type SaleFilters,
  SEARCH_INTERVAL_MS,
  saleFiltersIn,
  saleSortIn,
} from './sale-filters.ts';
import { NoSaleFits, SaleFilterFields } from './sale-filters.view.tsx';
import { salesList } from './sales-list.atoms.ts';
import styles from './sales-list.module.css';
import { SalesTable } from './sales-table.view.tsx';

type SalesListProps = {
  /** Empty for the own sales. */
  employeeId: string;
  /** `yyyy-mm-dd`, as the address has it; empty for all dates. */
  date: string;
  /** Of the commission. */
  label: string;
  caption: string;
  /** Of a list of one date, or of several. */
  columnsOf: (isDated: boolean) => readonly Column<Sale>[];
  /** Without any filter. */
  empty: ReactNode;
};

/** Sales of an employee with their commission: searched, narrowed and sorted by the server, page by page. */
export function SalesList({ employeeId, date, label, caption, columnsOf, empty }: SalesListProps) {
  const [chosen, change] = useAddressFilters(saleFiltersIn);
  const [{ sort }, changeSort] = useAddressFilters(saleSortIn);
  // A date leaves no choice of a period.
  const filters = date ? { ...chosen, from: '', to: '' } : chosen;
  const search = useThrottled(filters.search, SEARCH_INTERVAL_MS);
  const period = date ? { from: date, to: date } : filters;
  const isWrong = !isPeriod(period);
  const wish = { employeeId, date, filters: { ...filters, search }, sort };
  useQuery(salesList.first, wish, { paused: isWrong });
  const list = useAtomValue(salesList.replyAtom);
  const isFormer = useAtomValue(salesList.first.formerAtom);
  const isStale = useAtomValue(salesList.first.staleAtom);
  const loadAll = useSetAtom(salesList.allAtom);
  return (
    <>
      <SaleFilterFields filters={filters} withDates={date === ''} onChange={change} />
      {isWrong ? (
        <Panel>
          <WrongDates />
        </Panel>
      ) : (
        <QueryState of={salesList.first} loading="Loading the sales" />
      )}
      {list && !isWrong && (
        <div className={styles.list} data-former={isFormer} aria-busy={isFormer}>
          <p className={styles.total}>
            <span>{label}</span>
            <Total dollars={list.commission ?? 0} employeeId={employeeId} date={date} filters={filters} />
            {isStale && <span className={styles.stale}>A moment behind</span>}
          </p>
          <Panel flush>
            <SalesTable
              caption={caption}
              columns={columnsOf(period.from === '' || period.from !== period.to)}
              sales={list.requestedData}
              sort={sort}
              onSort={(next) => changeSort({ sort: next })}
              allSales={async (onRows) => (await loadAll(onRows))?.requestedData ?? null}
              empty={isFiltered(filters) ? <NoSaleFits onShowAll={() => change(noSaleFilters)} /> : empty}
            />
          </Panel>
        </div>
      )}
      {!isWrong && <More of={salesList} />}
    </>
  );
}

type TotalProps = { dollars: number; employeeId: string; date: string; filters: SaleFilters };

/** A search, a status or a campaign has no number of its own to open. */
function Total({ dollars, employeeId, date, filters: { from, to, ...others } }: TotalProps) {
  const me = useAtomValue(employeeAtom);
  const period = date ? { from: date, to: date } : { from, to };
  const id = employeeId || me.id;
  return (
    <>
      <strong data-testid="total-commission">
        {isFiltered(others) ? (
          formatMoney(dollars)
        ) : (
          <OpenableNumber question={{ of: 'commission', id, ...period }} text={formatMoney(dollars)}>
            <Money dollars={dollars} />
          </OpenableNumber>
        )}
      </strong>
      <span className={styles.note}>
        from {isFiltered({ ...others, ...period }) ? 'the Closed sales of this list' : 'all Closed sales'}
      </span>
    </>
  );
}

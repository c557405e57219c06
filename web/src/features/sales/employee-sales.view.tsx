import { useAtomValue } from 'jotai';
import { Link, useParams } from 'react-router-dom';
import { messages } from '#contracts/messages.ts';
import { useAddressFilters } from '../../kit/lists/address-filters.hooks.ts';
import { isFiltered } from '../../kit/lists/address-filters.ts';
import { MissingRow } from '../../kit/lists/missing-row.view.tsx';
import { More } from '../../kit/lists/more.view.tsx';
import { OpenableNumber } from '../../kit/numbers/openable-number.view.tsx';
import { paths, pathTo } from '../../kit/paths.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatMoney } from '../../ui/format.ts';
import { fullName } from '../../ui/full-name.ts';
import { Money } from '../../ui/number-roll.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useThrottled } from '../../ui/use-throttled.ts';
import { employeeCommission, employeeSales, sellerQuery } from './employee-sales.atoms.ts';
import styles from './my-sales.module.css';
import { noSaleFilters, SEARCH_INTERVAL_MS, saleFiltersIn } from './sale-filters.ts';
import { NoSaleFits, SaleFilterFields } from './sale-filters.view.tsx';
import { DATED_SALE_COLUMNS, SalesTable } from './sales-table.view.tsx';

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
  return (
    <>
      <PageHeader
        title={seller ? fullName(seller) : 'Sales'}
        note={
          <>
            Sales · <Link to={pathTo(paths.employee, id)}>Employee</Link>
          </>
        }
      />
      <Sales key={id} id={id} name={seller ? fullName(seller) : ''} />
    </>
  );
}

function Sales({ id, name }: { id: string; name: string }) {
  const [filters, change] = useAddressFilters(saleFiltersIn);
  const search = useThrottled(filters.search, SEARCH_INTERVAL_MS);
  useQuery(employeeSales.first, { id, filters: { ...filters, search } });
  const list = useAtomValue(employeeSales.replyAtom);
  return (
    <>
      <SaleFilterFields filters={filters} onChange={change} />
      <Commission id={id} from={filters.from} to={filters.to} />
      <QueryState of={employeeSales.first} loading="Loading the sales" />
      {list && (
        <Panel flush>
          <SalesTable
            caption={`Sales of ${name}`}
            columns={DATED_SALE_COLUMNS}
            sales={list.requestedData}
            empty={
              isFiltered(filters) ? (
                <NoSaleFits onShowAll={() => change(noSaleFilters)} />
              ) : (
                <EmptyState title="No sales yet">
                  Sales of every status appear here as soon as they are recorded.
                </EmptyState>
              )
            }
          />
        </Panel>
      )}
      <More of={employeeSales} />
    </>
  );
}

/** Of the chosen dates; a search, a status or a campaign does not narrow it. */
function Commission({ id, from, to }: { id: string; from: string; to: string }) {
  const total = useQuery(employeeCommission, { id, from, to });
  if (!total) return null;
  const text = formatMoney(total.commission);
  return (
    <p className={`${styles.total} ${styles.below}`}>
      <span>Commission</span>
      <strong data-testid="employee-commission">
        <OpenableNumber question={{ of: 'commission', id, from, to }} text={text}>
          <Money dollars={total.commission} />
        </OpenableNumber>
      </strong>
      <span className={styles.note}>from Closed sales {from || to ? 'of these dates' : 'of all dates'}</span>
    </p>
  );
}

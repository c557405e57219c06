import { isLocalDate } from '#contracts/local-date.ts';
import { paths } from '../../kit/paths.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { useQueriedDate } from '../../kit/time-travel/queried-date.hooks.ts';
import { LinkButton } from '../../ui/button.tsx';
import { DateQuery } from '../../ui/date-query.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDate } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { SalesList } from './sales-list.view.tsx';
import { DATED_SALE_COLUMNS, SALE_COLUMNS } from './sales-table.view.tsx';

const columnsOf = (isDated: boolean) => (isDated ? DATED_SALE_COLUMNS : SALE_COLUMNS);

export function MySalesPage() {
  const [date, query] = useQueriedDate();
  return (
    <>
      <PageHeader
        title="My Sales"
        note={noteOf(date)}
        aside={<DateQuery key={date} date={date} onQuery={query} />}
      />
      <SalesList
        employeeId=""
        date={date}
        label="Total Commission"
        caption="My Sales"
        columnsOf={columnsOf}
        empty={<NoSales isDay={date !== ''} />}
      />
    </>
  );
}

function noteOf(date: string): string | null {
  if (date === '') return 'All dates';
  return isLocalDate(date) ? formatDate(date, 'long') : null;
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

import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Query } from '../../api/cache/query.atoms.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useQuery } from '../queries/query.hooks.ts';
import { QueryState } from '../queries/query-state.view.tsx';
import { NowOnly } from '../time-travel/now-only.view.tsx';
import { useAddressFilters } from './address-filters.hooks.ts';

type SearchedListProps<Row, Parameters> = {
  title: string;
  /** Below the title. */
  note?: ReactNode;
  /** Above the list, for example the messages of a deletion. */
  notice?: ReactNode;
  /** The noun for one row and for several: 'goal', 'goals'. */
  one: string;
  many: string;
  query: Query<Parameters, { requestedData: Row[] }>;
  parameters: Parameters;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** The form that adds a row; null for people who may not add any. */
  addPath: string | null;
  /** What the rows are good for, shown while there are none. */
  purpose?: ReactNode;
  /** Shown while there are no rows, instead of `purpose`. */
  none?: ReactNode;
  /** The file name of a download; `many` without it. */
  download?: string;
};

/** A screen with everything of one kind in a table, searched by name, and a button that adds one. */
export function SearchedList<Row, Parameters>(props: SearchedListProps<Row, Parameters>) {
  const { title, one, many, query, parameters, columns, keyOf, nameOf, addPath, purpose } = props;
  const { note, notice, none, download = many } = props;
  const all = useQuery(query, parameters)?.requestedData;
  const [{ q: text }, change] = useAddressFilters(searchIn);
  const search = (q: string) => change({ q });
  const rows = searchRows(all ?? [], text, nameOf);
  const tools = (
    <>
      <SearchField label="Search by name" value={text} onChange={search} />
      {addPath && (
        <NowOnly>
          <LinkButton to={addPath}>
            <Icon of={Plus} size={16} /> Add {one}
          </LinkButton>
        </NowOnly>
      )}
    </>
  );
  return (
    <>
      <PageHeader title={title} note={note} aside={tools} />
      {notice}
      <p className="visually-hidden" role="status">
        {all && text && `${formatNumber(rows.length)} of ${formatNumber(all.length)} ${many}`}
      </p>
      <QueryState of={query} loading={`Loading ${many}`} />
      {all && (
        <Panel flush>
          <DataTable
            caption={title}
            columns={columns}
            rows={rows}
            keyOf={keyOf}
            download={download}
            empty={
              all.length === 0 ? (
                <NowOnly
                  past={<EmptyState title={`No ${many} at that time`}>Choose a later moment.</EmptyState>}
                >
                  {none ?? (
                    <EmptyState
                      title={`No ${many} yet`}
                      action={addPath && <LinkButton to={addPath}>Add {one}</LinkButton>}
                    >
                      {purpose}
                    </EmptyState>
                  )}
                </NowOnly>
              ) : (
                <EmptyState
                  title={`No ${one} is called “${text.trim()}”`}
                  action={
                    <Button variant="plain" onClick={() => search('')}>
                      Show all {many}
                    </Button>
                  }
                >
                  The search looks for this text anywhere in the name.
                </EmptyState>
              )
            }
          />
        </Panel>
      )}
    </>
  );
}

/** The search text of a list, `?q=` in the address. */
const searchIn = (address: URLSearchParams) => ({ q: address.get('q') ?? '' });

/** The rows whose text contains `query`, ignoring case. */
function searchRows<Row>(rows: readonly Row[], query: string, textOf: (row: Row) => string): readonly Row[] {
  const wanted = query.trim().toLocaleLowerCase();
  if (wanted === '') return rows;
  return rows.filter((row) => textOf(row).toLocaleLowerCase().includes(wanted));
}

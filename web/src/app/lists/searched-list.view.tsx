import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Resource } from '../../api/resource.atoms.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { searched } from '../../ui/search.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { NowOnly } from '../time-travel/now-only.view.tsx';
import { useResource } from './resource.hooks.ts';
import { ResourceState } from './resource-state.view.tsx';
import { useSearchText } from './search.hooks.ts';

type SearchedListProps<Row, Question> = {
  title: string;
  /** What one of its rows is called, and several: 'goal', 'goals'. */
  one: string;
  many: string;
  resource: Resource<Question, { requestedData: Row[] }>;
  question: Question;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** Where one is added. */
  addPath: string;
  /** What it is good for, where there is none yet. */
  purpose?: ReactNode;
  /** In place of the words for that. */
  none?: ReactNode;
  /** What a download is called; `many` without it. */
  download?: string;
};

/** A screen with everything of one kind in a table, searched by name, and the way to add one. */
export function SearchedList<Row, Question>(props: SearchedListProps<Row, Question>) {
  const { title, one, many, resource, question, columns, keyOf, nameOf, addPath, purpose } = props;
  const { none, download = many } = props;
  const all = useResource(resource, question)?.requestedData;
  const [text, search] = useSearchText();
  const rows = searched(all ?? [], text, nameOf);
  const tools = (
    <>
      <SearchField label="Search by name" value={text} onChange={search} />
      <NowOnly>
        <LinkButton to={addPath}>
          <Icon of={Plus} size={16} /> Add {one}
        </LinkButton>
      </NowOnly>
    </>
  );
  return (
    <>
      <PageHeader title={title} aside={tools} />
      <p className="visually-hidden" role="status">
        {all && text && `${formatNumber(rows.length)} of ${formatNumber(all.length)} ${many}`}
      </p>
      <ResourceState of={resource} loading={`Loading ${many}`} />
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
                      action={<LinkButton to={addPath}>Add {one}</LinkButton>}
                    >
                      {purpose}
                    </EmptyState>
                  )}
                </NowOnly>
              ) : (
                <EmptyState
                  title={`No ${one} is called “${text.trim()}”`}
                  action={
                    <Button look="plain" onClick={() => search('')}>
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

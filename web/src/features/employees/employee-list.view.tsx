import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListedEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import type { Resource } from '../../api/resource.atoms.ts';
import { paths } from '../../app/paths.ts';
import { useResource } from '../../app/resource.hooks.ts';
import { ResourceState } from '../../app/resource-state.view.tsx';
import { useSearchText } from '../../app/search.hooks.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { searched } from '../../ui/search.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { EmployeesTable } from './employees-table.view.tsx';
import { fullName } from './full-name.ts';

type EmployeeListProps<Question> = {
  title: string;
  resource: Resource<Question, { requestedData: ListedEmployee[] }>;
  question: Question;
  download: string;
  /** Where nobody is, whatever is searched. */
  empty: ReactNode;
};

/** People in a table, narrowed by their names. */
export function EmployeeList<Question>(props: EmployeeListProps<Question>) {
  const { title, resource, question, download, empty } = props;
  const employees = useResource(resource, question)?.requestedData;
  const [text, search] = useSearchText();
  const tools = (
    <>
      <SearchField label="Search by name" value={text} onChange={search} />
      <LinkButton to={paths.addEmployee}>
        <Icon of={Plus} size={16} /> Add employee
      </LinkButton>
    </>
  );
  return (
    <>
      <PageHeader title={title} aside={tools} />
      <ResourceState of={resource} loading="Loading employees" />
      {employees && (
        <Panel flush>
          <EmployeesTable
            caption={title}
            employees={searched(employees, text, fullName)}
            download={download}
            empty={employees.length === 0 ? empty : <NotFound text={text} onClear={() => search('')} />}
          />
        </Panel>
      )}
    </>
  );
}

function NotFound({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <EmptyState
      title={`Nobody here is called “${text.trim()}”`}
      action={
        <Button look="plain" onClick={onClear}>
          Show everybody
        </Button>
      }
    >
      The search looks for this text anywhere in first and last names.
    </EmptyState>
  );
}

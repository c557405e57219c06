import { messages } from '#contracts/messages.ts';
import { MissingRow } from '../../kit/lists/missing-row.view.tsx';
import { paths } from '../../kit/paths.ts';

/** The employee was deleted, or never belonged to this company. */
export function MissingEmployee({ title, id }: { title: string; id: string }) {
  return (
    <MissingRow
      title={title}
      message={messages.noSuchEmployee}
      list={paths.allEmployees}
      listLabel="All Employees"
      history={{ kind: 'employee', id }}
    />
  );
}

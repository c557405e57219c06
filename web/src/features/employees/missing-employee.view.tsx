import { messages } from '#contracts/messages.ts';
import { MissingRow } from '../../app/lists/missing-row.view.tsx';
import { paths } from '../../app/routes/paths.ts';

/** None of this company, or deleted meanwhile. */
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

import { messages } from '#contracts/messages.ts';
import { MissingRow } from '../../kit/lists/missing-row.view.tsx';
import { paths } from '../../kit/paths.ts';

/** The employee never belonged to this company, or is a former one that the screen has nothing for. */
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

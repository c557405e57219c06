import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { paths, pathTo } from '../../kit/paths.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { fullName } from '../../ui/full-name.ts';
import { Panel } from '../../ui/panel.tsx';
import { type AddedEmployee, addedEmployeesAtom } from './add-employee.atoms.ts';
import styles from './added-employees.module.css';

/** The employees that were added on this visit, with what to pass on to them. */
export function AddedEmployees() {
  const newcomers = useAtomValue(addedEmployeesAtom);
  return (
    <Panel title={newcomers.length === 0 ? 'What happens next' : 'Just added'}>
      {newcomers.length === 0 ? (
        <p className={styles.note}>
          Whom you add can sign in at once, with the email and the password that you hand over.
        </p>
      ) : (
        <>
          <ul className={styles.list}>
            {newcomers.map((newcomer) => (
              <NewcomerLine key={newcomer.employee.id} {...newcomer} />
            ))}
          </ul>
          <p className={styles.note}>
            Generated passwords are shown until you leave this page.{' '}
            <Link to={paths.allEmployees}>All Employees</Link>
          </p>
        </>
      )}
    </Panel>
  );
}

function NewcomerLine({ employee, password }: AddedEmployee) {
  const name = fullName(employee);
  return (
    <li className={styles.line}>
      <Link to={pathTo(paths.employee, employee.id)}>{name}</Link>
      <span className={styles.email}>{employee.email}</span>
      {password !== null && (
        <span className={styles.password}>
          <code>{password}</code>
          <CopyButton label={`Copy password of ${name}`} text={() => password} />
        </span>
      )}
    </li>
  );
}

import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { paths, pathTo } from '../../kit/paths.ts';
import { allEmployeesQuery } from '../../kit/queries/employees.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { noAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { formatDateOf } from '../../ui/format.ts';
import { fullName } from '../../ui/full-name.ts';
import { MessageBox } from '../../ui/message-box.tsx';
import { Panel } from '../../ui/panel.tsx';
import { createWithdrawal, pendingEmailsQuery } from './pending-emails.atoms.ts';
import styles from './pending-emails.module.css';

/** New emails of employees that wait to be confirmed, each with a way to withdraw it; nothing without any. */
export function PendingEmails() {
  const [{ alertAtom, busyAtom, deleteAtom }] = useState(createWithdrawal);
  const isPast = useAtomValue(isPastAtom);
  const pending = useQuery(pendingEmailsQuery, null, { paused: isPast })?.requestedData ?? [];
  const employees = useAtomValue(allEmployeesQuery.replyAtom)?.requestedData ?? [];
  const [alert, setAlert] = useAtom(alertAtom);
  const busy = useAtomValue(busyAtom);
  const withdraw = useSetAtom(deleteAtom);
  const nameOf = (id: string) => {
    const found = employees.find((employee) => employee.id === id);
    return found ? fullName(found) : 'An employee';
  };
  return (
    <>
      <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
      {!isPast && pending.length > 0 && (
        <div className={styles.above}>
          <Panel title="New emails that are not confirmed yet">
            <ul className={styles.list}>
              {pending.map((each) => (
                <li key={each.employee_id}>
                  <span>
                    <Link to={pathTo(paths.employee, each.employee_id)}>{nameOf(each.employee_id)}</Link>:{' '}
                    {each.email}, until {formatDateOf(each.expires_at)}
                  </span>
                  <Button variant="plain" busy={busy} onClick={() => void withdraw(each)}>
                    Withdraw
                  </Button>
                </li>
              ))}
            </ul>
          </Panel>
        </div>
      )}
    </>
  );
}

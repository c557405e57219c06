import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { messages } from '#contracts/messages.ts';
import { checkPasswordLength } from '#contracts/password.ts';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { useReturnTo } from '../../kit/forms/return-to.hooks.ts';
import { UnsavedWork } from '../../kit/forms/unsaved-work.view.tsx';
import { paths, pathTo } from '../../kit/paths.ts';
import { allEmployeesQuery } from '../../kit/queries/employees.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { fullName } from '../../ui/full-name.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PasswordText, ShowPassword } from '../../ui/password-field.tsx';
import { TwoColumns } from '../../ui/two-columns.tsx';
import styles from './add-employee.module.css';
import { EmployeeFields } from './employee-fields.view.tsx';
import {
  type AddedEmployee,
  addedEmployeesAtom,
  generatePasswordAtom,
  managersForNewAtom,
  newEmployeeForm,
} from './employee-form.atoms.ts';

export function AddEmployeePage() {
  const { back } = useReturnTo();
  useQuery(allEmployeesQuery, null);
  const managers = useAtomValue(managersForNewAtom);
  const setNewcomers = useSetAtom(addedEmployeesAtom);
  useEffect(() => () => setNewcomers([]), [setNewcomers]);
  return (
    <>
      <PageHeader
        title="Add Employee"
        aside={
          back === paths.dashboard ? (
            <Link to={back}>First steps</Link>
          ) : (
            <Link to={paths.allEmployees}>All Employees</Link>
          )
        }
      />
      <TwoColumns sheet>
        <Panel>
          <FormSheet form={newEmployeeForm} action="Add employee" busyAction="Adding…" next="firstName">
            <EmployeeFields form={newEmployeeForm} managers={managers} password={<NewPassword />} />
          </FormSheet>
          <UnsavedWork form={newEmployeeForm} />
        </Panel>
        <AddedEmployees />
      </TwoColumns>
    </>
  );
}

/** The employees that were added on this visit, with what to pass on to them. */
function AddedEmployees() {
  const newcomers = useAtomValue(addedEmployeesAtom);
  return (
    <Panel title={newcomers.length === 0 ? 'What happens next' : 'Just added'}>
      {newcomers.length === 0 ? (
        <p className={styles.note}>
          Whom you add gets a mail with a link to set a password. With a password that you hand over, they can
          sign in at once; it is good for 14 days.
        </p>
      ) : (
        <>
          <ul className={styles.list}>
            {newcomers.map((newcomer) => (
              <NewcomerLine key={newcomer.employee.id} {...newcomer} />
            ))}
          </ul>
          <p className={styles.note}>
            Each of them is invited by mail. Generated passwords are shown until you leave this page.{' '}
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

/** The first password of a new employee: typed or generated. */
function NewPassword() {
  const { password } = useAtomValue(newEmployeeForm.draftAtom);
  const isRefused = useAtomValue(newEmployeeForm.refusedAtom).includes('password');
  const type = useSetAtom(newEmployeeForm.typeAtom);
  const generate = useSetAtom(generatePasswordAtom);
  const [shown, show] = useState(false);
  const length = checkPasswordLength(password);
  return (
    <div className={styles.newPassword}>
      <PasswordText
        shown={shown}
        name="password"
        label="Password"
        hint="Empty: they set one by the link in the mail"
        autoComplete="new-password"
        value={password}
        error={isRefused && (length.ok || messages[length.code])}
        onChange={(event) => type({ password: event.target.value })}
      />
      <div className={styles.actions}>
        <Button variant="plain" onClick={generate}>
          Generate
        </Button>
        {password !== '' && <CopyButton label="Copy password" text={() => password} />}
      </div>
      <div className={styles.show}>
        <ShowPassword shown={shown} onShow={show} />
      </div>
    </div>
  );
}

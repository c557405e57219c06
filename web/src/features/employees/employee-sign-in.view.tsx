import { atom, useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { endSessionsOf, resetFactorsOf } from '#contracts/endpoints/administration.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { identified } from '../../kit/session/confirm-identity.atoms.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { type Alert, errorAlert, noAlert, successAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './employee-card.module.css';
import { employeeOfPageAtom } from './employees.atoms.ts';

const alertAtom = atom<Alert>(noAlert);
const busyAtom = atom(false);

type Act = 'end sessions' | 'reset factors';
const endpoints = { 'end sessions': endSessionsOf, 'reset factors': resetFactorsOf };

const actAtom = atom(null, async (get, set, act: Act, id: string) => {
  const api = get(apiAtom);
  set(busyAtom, true);
  set(alertAtom, noAlert);
  const answer = await identified(set, () => api.call(endpoints[act], { params: { id } }));
  set(busyAtom, false);
  set(alertAtom, answer.ok ? successAlert(answer.reply.message) : errorAlert(answer.message));
});

/** The super employee may act for everybody else, a manager for associates. */
const mayActAtom = atom((get) => {
  const employee = get(employeeOfPageAtom);
  const me = get(employeeAtom);
  if (!employee || employee.deleted_at !== undefined || employee.id === me.id) return false;
  return me.employee_type === 'super employee' || employee.employee_role !== 'manager';
});

const QUESTIONS: Readonly<Record<Act, { warning: string; action: string; busyAction: string }>> = {
  'end sessions': {
    warning: 'The person is signed out on every device, and a mail tells.',
    action: 'Sign out everywhere',
    busyAction: 'Signing out…',
  },
  'reset factors': {
    warning:
      'The authenticator app, recovery codes and passkeys are deleted, the person is signed out, and a mail tells.',
    action: 'Reset',
    busyAction: 'Resetting…',
  },
};

/** What an administrator does about the sign-ins of another person. */
export function EmployeeSignIn({ id }: { id: string }) {
  const mayAct = useAtomValue(mayActAtom);
  const [alert, setAlert] = useAtom(alertAtom);
  const busy = useAtomValue(busyAtom);
  const act = useSetAtom(actAtom);
  const [asked, ask] = useState<Act | null>(null);
  if (!mayAct) return null;
  const confirm = async (what: Act) => {
    await act(what, id);
    ask(null);
  };
  return (
    <Panel title="Sign-in">
      <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
      <div className={styles.signIn}>
        <Button variant="plain" onClick={() => ask('end sessions')}>
          Sign out everywhere
        </Button>
        <Button variant="plain" onClick={() => ask('reset factors')}>
          Reset second factor
        </Button>
      </div>
      {asked && (
        <ConfirmDialog
          open
          {...QUESTIONS[asked]}
          busy={busy}
          onConfirm={() => void confirm(asked)}
          onCancel={() => ask(null)}
        />
      )}
    </Panel>
  );
}

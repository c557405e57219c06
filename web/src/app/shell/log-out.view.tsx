import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { readOutbox } from '../../features/sales/add-sale-outbox.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { loggingOutAtom, logOutAtom } from './shell.atoms.ts';

/** Logs out. It asks first where sales wait on this device: they are sent in a session of this person only. */
export function LogOut() {
  const { id } = useAtomValue(employeeAtom);
  const [waiting] = useState(() => readOutbox(id).length);
  const logOut = useSetAtom(logOutAtom);
  const setLoggingOut = useSetAtom(loggingOutAtom);
  useEffect(() => {
    if (waiting === 0) void logOut();
  }, [waiting, logOut]);
  return (
    <ConfirmDialog
      open={waiting > 0}
      title={waiting === 1 ? '1 sale waits on this device' : `${waiting} sales wait on this device`}
      warning={`${waiting === 1 ? 'It is' : 'They are'} sent only after your next login here.`}
      cancel="Stay here"
      action="Log out"
      busyAction=""
      busy={false}
      onConfirm={() => void logOut()}
      onCancel={() => setLoggingOut(false)}
    />
  );
}

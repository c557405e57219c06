import { useAtomValue, useSetAtom } from 'jotai';
import { Lock } from 'lucide-react';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { messages } from '#contracts/messages.ts';
import { SIGN_OUT } from '../../api/open-sign-out.atoms.ts';
import { unsavedAtom } from '../../kit/forms/unsaved-work.atoms.ts';
import { loginPath, paths } from '../../kit/paths.ts';
import { StandAlone } from '../../kit/public/stand-alone.view.tsx';
import { hasRole, type RequiredRole, redirectFor } from '../../kit/session/permissions.ts';
import { employeeAtom, endHereAtom, loadSessionAtom, sessionAtom } from '../../kit/session/session.atoms.ts';
import { forgetAll, OWN } from '../../kit/storage.ts';
import { useMomentOfAddress } from '../../kit/time-travel/time-travel.hooks.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loading } from '../../ui/mark.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useBack } from './back.hooks.ts';
import styles from './guard.module.css';

/** Screens behind it are for signed-in people of a company with an active subscription. */
export function SignedInGuard() {
  const session = useAtomValue(sessionAtom);
  const load = useSetAtom(loadSessionAtom);
  const setUnsaved = useSetAtom(unsavedAtom);
  const { pathname, search } = useLocation();
  const wanted = loginPath(pathname + search);
  const endHere = useSetAtom(endHereAtom);
  useMomentOfAddress();
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key === SIGN_OUT && newValue !== null) endHere('another page');
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [endHere]);
  useEffect(() => {
    // The page is loaded again, so that nothing of the former session stays in memory. That cannot be refused.
    if (session.state === 'ended') {
      setUnsaved(false);
      if (session.by === 'signing out') forgetAll(OWN);
      window.location.assign(session.by === 'signing out' ? paths.root : wanted);
    }
  }, [session, wanted, setUnsaved]);

  switch (session.state) {
    case 'unknown':
    case 'ended':
      return <Loading />;
    case 'unavailable':
      return (
        <StandAlone title="Tallyboard does not answer" text={session.message}>
          <Button onClick={() => void load()}>Try again</Button>
        </StandAlone>
      );
    case 'signed out':
      return <Navigate to={wanted} replace />;
    case 'signed in':
      break;
  }
  const instead = redirectFor(pathname, session);
  if (instead !== null) return <Navigate to={instead} replace />;
  return <Outlet />;
}

/** Shows its screens to people with this role; everybody else sees the Restricted Access page. */
export function RequireRole({ need }: { need: RequiredRole }) {
  return hasRole(useAtomValue(employeeAtom), need) ? <Outlet /> : <RestrictedPage />;
}

function RestrictedPage() {
  const back = useBack(paths.dashboard);
  return (
    <>
      <PageHeader title="Restricted Access" />
      <Panel narrow>
        <div className={styles.restricted}>
          <Icon of={Lock} />
          <p>{messages.restricted}</p>
          <Button variant="plain" onClick={back}>
            Back
          </Button>
        </div>
      </Panel>
    </>
  );
}

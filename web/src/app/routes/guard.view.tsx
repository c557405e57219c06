import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/mark.tsx';
import { StandAlone } from '../public/stand-alone.view.tsx';
import { loadSessionAtom, sessionAtom } from '../session/session.atoms.ts';
import { elsewhere } from '../session/subscription-gate.ts';
import { useMomentOfAddress } from '../time-travel/time-travel.hooks.ts';
import { loginPath, paths } from './paths.ts';

/** Screens behind it have somebody signed in whose company's subscription is active. */
export function SignedInGuard() {
  const session = useAtomValue(sessionAtom);
  const load = useSetAtom(loadSessionAtom);
  const { pathname, search } = useLocation();
  const wanted = loginPath(pathname + search);
  useMomentOfAddress();
  useEffect(() => {
    if (session.state === 'unknown') void load();
    // The page is loaded anew, so that nothing of the former person stays in memory.
    if (session.state === 'ended') {
      window.location.assign(session.by === 'signing out' ? paths.root : wanted);
    }
  }, [session, load, wanted]);

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
  const instead = elsewhere(pathname, session);
  if (instead !== null) return <Navigate to={instead} replace />;
  return <Outlet />;
}

import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { loginPath, paths } from '../../kit/paths.ts';
import { StandAlone } from '../../kit/public/stand-alone.view.tsx';
import { loadSessionAtom, sessionAtom } from '../../kit/session/session.atoms.ts';
import { redirectFor } from '../../kit/session/subscription-gate.ts';
import { useMomentOfAddress } from '../../kit/time-travel/time-travel.hooks.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/mark.tsx';

/** Screens behind it are for signed-in people of a company with an active subscription. */
export function SignedInGuard() {
  const session = useAtomValue(sessionAtom);
  const load = useSetAtom(loadSessionAtom);
  const { pathname, search } = useLocation();
  const wanted = loginPath(pathname + search);
  useMomentOfAddress();
  useEffect(() => {
    if (session.state === 'unknown') void load();
    // The page is loaded again, so that nothing of the former session stays in memory.
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
  const instead = redirectFor(pathname, session);
  if (instead !== null) return <Navigate to={instead} replace />;
  return <Outlet />;
}

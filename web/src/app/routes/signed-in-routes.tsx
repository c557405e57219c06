import type { createStore } from 'jotai';
import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';
import { SHELL } from '#contracts/paths.ts';
import { paths } from '../../kit/paths.ts';
import type { RequiredRole } from '../../kit/session/permissions.ts';
import { ErrorPage, ScreenError } from './error-page.view.tsx';
import { loaded, screenRoute } from './screen-route.ts';
import { bareScreens, type ShellScreen, shellScreens } from './screens.ts';

type Store = ReturnType<typeof createStore>;

function guarded([path, load, need]: ShellScreen, ErrorBoundary?: ComponentType): RouteObject {
  const route = screenRoute([path, load], ErrorBoundary);
  return need ? { lazy: loaded(() => loadOnlyFor(need)), children: [route] } : route;
}

/*
 * The code about sessions is loaded with the first screen that needs it: public pages work without it.
 */

async function loadGuard(store: Store): Promise<ComponentType> {
  const [
    { SignedInGuard },
    { watchApiErrors, sessionAtom, loadSessionAtom },
    { keepAnswers },
    { invalidateAfterWrites },
  ] = await Promise.all([
    import('./guard.view.tsx'),
    import('../../kit/session/session.atoms.ts'),
    import('../../kit/session/kept-answers.atoms.ts'),
    import('../../api/cache/invalidate-after-writes.ts'),
    // What a person presses first may take away what has the focus.
    import('../../ui/keep-focus.ts'),
  ]);
  watchApiErrors(store);
  keepAnswers(store);
  invalidateAfterWrites(store);
  // While the code of the screen loads.
  if (store.get(sessionAtom).state === 'unknown') void store.set(loadSessionAtom);
  return SignedInGuard;
}

async function loadOnlyFor(need: RequiredRole): Promise<ComponentType> {
  const { RequireRole } = await import('./guard.view.tsx');
  return () => <RequireRole need={need} />;
}

/** The routes of the signed-in part, which are loaded with its first screen. */
export const signedInRoutes = (store: Store): RouteObject => ({
  lazy: loaded(() => loadGuard(store)),
  children: [
    ...bareScreens.map((row) => guarded(row)),
    {
      lazy: loaded(async () => (await import('../shell/shell.view.tsx')).Shell),
      ErrorBoundary: ErrorPage,
      children: [
        { path: SHELL, element: <Navigate to={paths.dashboard} replace /> },
        ...shellScreens.map((row) => guarded(row, ScreenError)),
        {
          path: `${SHELL}/*`,
          lazy: loaded(async () => (await import('./not-found.view.tsx')).NotFoundScreen),
          ErrorBoundary: ScreenError,
        },
      ],
    },
  ],
});

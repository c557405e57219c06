import type { createStore } from 'jotai';
import { type ComponentType, useEffect } from 'react';
import { createBrowserRouter, Navigate, Outlet, type RouteObject, ScrollRestoration } from 'react-router-dom';
import { SHELL } from '#contracts/paths.ts';
import { paths } from '../../kit/paths.ts';
import type { RequiredRole } from '../../kit/session/permissions.ts';
import { keepAsOf } from '../../kit/time-travel/keep-as-of.ts';
import { Loading } from '../../ui/mark.tsx';
import { ErrorPage, ScreenError } from './error-page.view.tsx';
import { bareScreens, type LoadScreen, publicScreens, type ShellScreen, shellScreens } from './screens.ts';

type Store = ReturnType<typeof createStore>;

/** A screen in its own chunk, with its own error page. */
function screen([path, load, need]: ShellScreen, ErrorBoundary = ErrorPage): RouteObject {
  const route = { path, lazy: loaded(load), ErrorBoundary };
  return need ? { lazy: loaded(() => loadOnlyFor(need)), children: [route] } : route;
}

/*
 * The code about sessions is loaded with the first screen that needs it: public pages work without it.
 */

async function loadGuard(store: Store): Promise<ComponentType> {
  const [{ SignedInGuard }, { watchApiErrors }, { invalidateAfterWrites }] = await Promise.all([
    import('./guard.view.tsx'),
    import('../../kit/session/session.atoms.ts'),
    import('../../api/cache/invalidate-after-writes.ts'),
  ]);
  watchApiErrors(store);
  invalidateAfterWrites(store);
  return SignedInGuard;
}

async function loadOnlyFor(need: RequiredRole): Promise<ComponentType> {
  const { RequireRole } = await import('./guard.view.tsx');
  return () => <RequireRole need={need} />;
}

/** A screen throws when its chunk cannot be loaded: the router itself would show an empty page. */
function loaded(load: LoadScreen) {
  const throwing = (error: unknown) => () => {
    throw error;
  };
  return async () => ({ Component: await load().catch(throwing) });
}

/** A new page starts at its top; Back returns to the former scroll position. */
function Pages() {
  // After the first page is drawn, which does without this code.
  useEffect(() => {
    import('../../ui/keep-focus.ts').catch(() => {});
  }, []);
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

export const routesFor = (store: Store): RouteObject[] => [
  {
    Component: Pages,
    ErrorBoundary: ErrorPage,
    HydrateFallback: Loading,
    children: [
      ...publicScreens.map((row) => screen(row)),
      {
        lazy: loaded(() => loadGuard(store)),
        children: [
          ...bareScreens.map((row) => screen(row)),
          {
            lazy: loaded(async () => (await import('../shell/shell.view.tsx')).Shell),
            ErrorBoundary: ErrorPage,
            children: [
              { path: SHELL, element: <Navigate to={paths.dashboard} replace /> },
              ...shellScreens.map((row) => screen(row, ScreenError)),
              {
                path: `${SHELL}/*`,
                lazy: loaded(async () => (await import('./not-found.view.tsx')).NotFoundScreen),
                ErrorBoundary: ScreenError,
              },
            ],
          },
        ],
      },
      {
        path: '*',
        lazy: loaded(async () => (await import('./not-found.view.tsx')).NotFoundPage),
        ErrorBoundary: ErrorPage,
      },
    ],
  },
];

export const createRouter = (store: Store) => keepAsOf(createBrowserRouter(routesFor(store)));

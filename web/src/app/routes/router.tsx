import type { createStore } from 'jotai';
import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, Outlet, type RouteObject, ScrollRestoration } from 'react-router-dom';
import { Loading } from '../../ui/mark.tsx';
import type { Need } from '../session/permissions.ts';
import { takingMomentAlong } from '../time-travel/moment-along.ts';
import { ErrorPage, ScreenError } from './error-page.view.tsx';
import { paths } from './paths.ts';
import { bareScreens, type LoadScreen, publicScreens, type ShellScreen, shellScreens } from './screens.ts';

type Store = ReturnType<typeof createStore>;

/** A screen that comes in its own chunk, with its own error page. */
function screen([path, load, need]: ShellScreen, ErrorBoundary = ErrorPage): RouteObject {
  const route = { path, lazy: loaded(load), ErrorBoundary };
  return need ? { lazy: loaded(() => loadOnlyFor(need)), children: [route] } : route;
}

/*
 * What knows of sessions comes with the first screen that needs one: public pages are there without it.
 */

async function loadGuard(store: Store): Promise<ComponentType> {
  const [{ SignedInGuard }, { hearRefusals }] = await Promise.all([
    import('./guard.view.tsx'),
    import('../session/hear-refusals.ts'),
  ]);
  hearRefusals(store);
  return SignedInGuard;
}

async function loadOnlyFor(need: Need): Promise<ComponentType> {
  const { OnlyFor } = await import('./restricted.view.tsx');
  return () => <OnlyFor need={need} />;
}

/** A chunk that does not come is thrown by the screen: the router itself would show an empty page for it. */
function loaded(load: LoadScreen) {
  const throwing = (error: unknown) => () => {
    throw error;
  };
  return async () => ({ Component: await load().catch(throwing) });
}

/** A page that is opened begins at its top, one that is come back to where it was left. */
function Pages() {
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
              { path: '/layout', element: <Navigate to={paths.dashboard} replace /> },
              ...shellScreens.map((row) => screen(row, ScreenError)),
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

export const createRouter = (store: Store) => takingMomentAlong(createBrowserRouter(routesFor(store)));

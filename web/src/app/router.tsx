import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { Loading } from '../ui/mark.tsx';
import { ErrorPage, ScreenError } from './error-page.view.tsx';
import { SignedInGuard } from './guard.view.tsx';
import { NotFoundPage } from './not-found.view.tsx';
import { paths } from './paths.ts';
import { OnlyFor } from './restricted.view.tsx';
import { bareScreens, type LoadScreen, publicScreens, type ShellScreen, shellScreens } from './screens.ts';

/** A screen that comes in its own chunk, with its own error page. */
function screen([path, load, need]: ShellScreen, ErrorBoundary = ErrorPage): RouteObject {
  const route = { path, lazy: loaded(load), ErrorBoundary };
  return need ? { element: <OnlyFor need={need} />, children: [route] } : route;
}

/** A chunk that does not come is thrown by the screen: the router itself would show an empty page for it. */
function loaded(load: LoadScreen) {
  const throwing = (error: unknown) => () => {
    throw error;
  };
  return async () => ({ Component: await load().catch(throwing) });
}

export const routes: RouteObject[] = [
  {
    ErrorBoundary: ErrorPage,
    HydrateFallback: Loading,
    children: [
      ...publicScreens.map((row) => screen(row)),
      {
        Component: SignedInGuard,
        children: [
          ...bareScreens.map((row) => screen(row)),
          {
            lazy: loaded(async () => (await import('./shell.view.tsx')).Shell),
            ErrorBoundary: ErrorPage,
            children: [
              { path: '/layout', element: <Navigate to={paths.dashboard} replace /> },
              ...shellScreens.map((row) => screen(row, ScreenError)),
            ],
          },
        ],
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);

import type { createStore } from 'jotai';
import { lazy, Suspense, useEffect, useState } from 'react';
import { createBrowserRouter, Outlet, type RouteObject, ScrollRestoration } from 'react-router-dom';
import { isSignOutOpen } from '../../api/open-sign-out.atoms.ts';
import { keepAsOf } from '../../kit/time-travel/keep-as-of.ts';
import { Loading } from '../../ui/mark.tsx';
import { ErrorPage } from './error-page.view.tsx';
import { publicScreens } from './public-screens.ts';
import { loaded, screenRoute } from './screen-route.ts';

type Store = ReturnType<typeof createStore>;

/** Kept on the device by the first page that has it; without it the next call tells the server all the same. */
const OpenSignOut = lazy(async () => {
  const chunk = await import('./open-sign-out.view.tsx').catch(() => null);
  return { default: chunk?.OpenSignOut ?? (() => null) };
});

/** A new page starts at its top; Back returns to the former scroll position. */
function Pages() {
  const [isSignOutShown] = useState(isSignOutOpen);
  // After the first page is drawn, which does without this code.
  useEffect(() => {
    import('../../ui/keep-focus.ts').catch(() => {});
  }, []);
  return (
    <>
      {isSignOutShown && (
        <Suspense fallback={null}>
          <OpenSignOut />
        </Suspense>
      )}
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

const PAGES = 'pages';

/** The routes that are known at the start. */
export const publicRoutes: RouteObject[] = [
  {
    id: PAGES,
    Component: Pages,
    ErrorBoundary: ErrorPage,
    HydrateFallback: Loading,
    children: [
      ...publicScreens.map((row) => screenRoute(row)),
      {
        path: '*',
        lazy: loaded(async () => (await import('./not-found.view.tsx')).NotFoundPage),
        ErrorBoundary: ErrorPage,
      },
    ],
  },
];

/** The router. An address that is not public loads the routes of the signed-in part first. */
export function createRouter(store: Store) {
  let isWhole = false;
  const router = createBrowserRouter(publicRoutes, {
    async patchRoutesOnNavigation({ patch, signal }) {
      if (isWhole) return;
      const { signedInRoutes } = await import('./signed-in-routes.tsx');
      if (isWhole || signal.aborted) return;
      isWhole = true;
      patch(PAGES, [signedInRoutes(store)]);
    },
  });
  return keepAsOf(router);
}

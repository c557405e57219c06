import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { Loading } from '../ui/mark.tsx';
import { ErrorPage, ScreenError } from './error-page.view.tsx';
import { SignedInGuard } from './guard.view.tsx';
import { NotFoundPage } from './not-found.view.tsx';
import { paths } from './paths.ts';
import { type LoadScreen, shellScreens } from './screens.ts';

/** A screen that comes in its own chunk, with its own error page. */
function screen(path: string, load: LoadScreen, ErrorBoundary = ErrorPage): RouteObject {
  return { path, lazy: loaded(load), ErrorBoundary };
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
      screen(paths.root, async () => (await import('../features/landing/landing.view.tsx')).LandingPage),
      screen(paths.login, async () => (await import('../features/sign-in/sign-in.view.tsx')).SignInPage),
      screen(
        paths.confirmEmail,
        async () => (await import('../features/sign-in/confirm-email.view.tsx')).ConfirmEmailPage,
      ),
      {
        Component: SignedInGuard,
        children: [
          screen(
            paths.subscriptionNotActive,
            async () =>
              (await import('../features/subscription/subscription-not-active.view.tsx'))
                .SubscriptionNotActivePage,
          ),
          {
            lazy: loaded(async () => (await import('./shell.view.tsx')).Shell),
            ErrorBoundary: ErrorPage,
            children: [
              { path: '/layout', element: <Navigate to={paths.dashboard} replace /> },
              ...shellScreens.map(([path, load]) => screen(path, load, ScreenError)),
            ],
          },
        ],
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);

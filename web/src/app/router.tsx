import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { Loading } from '../ui/mark.tsx';
import { ErrorPage, ScreenError } from './error-page.view.tsx';
import { SignedInGuard } from './guard.view.tsx';
import { NotFoundPage } from './not-found.view.tsx';
import { paths } from './paths.ts';

/** A screen that comes in its own chunk, with its own error page. */
function screen(path: string, load: () => Promise<ComponentType>, ErrorBoundary = ErrorPage): RouteObject {
  return { path, lazy: loaded(load), ErrorBoundary };
}

/** A chunk that does not come is thrown by the screen: the router itself would show an empty page for it. */
function loaded(load: () => Promise<ComponentType>) {
  const throwing = (error: unknown) => () => {
    throw error;
  };
  return async () => ({ Component: await load().catch(throwing) });
}

function shellScreen(path: string, load: () => Promise<ComponentType>): RouteObject {
  return screen(path, load, ScreenError);
}

/** Every screen within the shell; a new one is one row here and one in the menu. */
const shellScreens: RouteObject[] = [
  { path: '/layout', element: <Navigate to={paths.dashboard} replace /> },
  shellScreen(
    paths.dashboard,
    async () => (await import('../features/dashboard/dashboard.view.tsx')).DashboardPage,
  ),
  shellScreen(paths.newSale, async () => (await import('../features/sales/add-sale.view.tsx')).AddSalePage),
  shellScreen(paths.mySales, async () => (await import('../features/sales/my-sales.view.tsx')).MySalesPage),
  shellScreen(
    paths.myProfile,
    async () => (await import('../features/profile/my-profile.view.tsx')).MyProfilePage,
  ),
];

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
            children: shellScreens,
          },
        ],
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);

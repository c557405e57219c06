import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { Loading } from '../ui/mark.tsx';
import { ErrorPage } from './error-page.view.tsx';
import { SignedInGuard } from './guard.view.tsx';
import { NotFoundPage } from './not-found.view.tsx';
import { paths } from './paths.ts';

/** A screen that comes in its own chunk, with its own error page. */
function screen(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, lazy: async () => ({ Component: await load() }), ErrorBoundary: ErrorPage };
}

/** Every route of the product; a new screen is one row here and one in the menu. */
const shellScreens: RouteObject[] = [
  { path: '/layout', element: <Navigate to={paths.dashboard} replace /> },
  screen(
    paths.dashboard,
    async () => (await import('../features/dashboard/dashboard.view.tsx')).DashboardPage,
  ),
  screen(paths.newSale, async () => (await import('../features/sales/add-sale.view.tsx')).AddSalePage),
  screen(paths.mySales, async () => (await import('../features/sales/my-sales.view.tsx')).MySalesPage),
  screen(
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
            lazy: async () => ({ Component: (await import('./shell.view.tsx')).Shell }),
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

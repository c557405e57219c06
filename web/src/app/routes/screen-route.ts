import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { ErrorPage } from './error-page.view.tsx';
import type { LoadScreen, Screen } from './public-screens.ts';

/** A screen in its own chunk, with its own error page. */
export function screenRoute([path, load]: Screen, ErrorBoundary: ComponentType = ErrorPage): RouteObject {
  return { path, lazy: loaded(load), ErrorBoundary };
}

/** A screen throws when its chunk cannot be loaded: the router itself would show an empty page. */
export function loaded(load: LoadScreen) {
  const throwing = (error: unknown) => () => {
    throw error;
  };
  return async () => ({ Component: await load().catch(throwing) });
}

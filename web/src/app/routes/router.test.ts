import { createStore } from 'jotai';
import type { RouteObject } from 'react-router-dom';
import { expect, test } from 'vitest';
import { paths } from '../../kit/paths.ts';
import { publicRoutes } from './router.tsx';
import { signedInRoutes } from './signed-in-routes.tsx';

const routes = [...publicRoutes, signedInRoutes(createStore())];

type Place = { path: string; fallback: boolean };

/** Every address, and whether it has its own error page. */
function placesIn(all: readonly RouteObject[]): Place[] {
  return all.flatMap(({ path, ErrorBoundary, element, Component, children = [] }) => [
    // A redirect, or a page that is itself the fallback, loads nothing that could fail.
    ...(path === undefined || element || Component ? [] : [{ path, fallback: Boolean(ErrorBoundary) }]),
    ...placesIn(children),
  ]);
}

test('every address has a route, and every route its own error page', { tags: ['spec-2.14'] }, () => {
  const places = placesIn(routes);
  expect(new Set(places.map(({ path }) => path))).toEqual(
    new Set([...Object.values(paths), '/layout/*', '*']),
  );
  expect(places.filter(({ fallback }) => !fallback)).toEqual([]);
});

test('a failure outside the screens has an error page, too', () => {
  expect(publicRoutes.map(({ ErrorBoundary }) => Boolean(ErrorBoundary))).toEqual([true]);
});

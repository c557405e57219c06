import { createStore } from 'jotai';
import type { RouteObject } from 'react-router-dom';
import { expect, test } from 'vitest';
import { paths } from './paths.ts';
import { routesFor } from './router.tsx';

const routes = routesFor(createStore());

type Place = { path: string; fallback: boolean };

/** Every address, and whether it has an error fallback of its own. */
function placesIn(all: readonly RouteObject[]): Place[] {
  return all.flatMap(({ path, ErrorBoundary, element, Component, children = [] }) => [
    // What leads on, or is itself what is shown instead, loads nothing that could fail.
    ...(path === undefined || element || Component ? [] : [{ path, fallback: Boolean(ErrorBoundary) }]),
    ...placesIn(children),
  ]);
}

test('every address has a route, and every route its own error fallback', () => {
  const places = placesIn(routes);
  expect(new Set(places.map(({ path }) => path))).toEqual(new Set([...Object.values(paths), '*']));
  expect(places.filter(({ fallback }) => !fallback)).toEqual([]);
});

test('what breaks around the screens has a fallback as well', () => {
  expect(routes.map(({ ErrorBoundary }) => Boolean(ErrorBoundary))).toEqual([true]);
});

import type { RouteName } from '#contracts/endpoints/access-table.ts';
import { allEndpoints } from '#contracts/endpoints/all.endpoints.ts';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';

/** Routes whose name or path ends with `name`; a whole route name is `POST /sales/addsale`. */
export function routesCalled(name: string): RouteName[] {
  const wanted = name
    .toLowerCase()
    .replace(' /api/', ' /')
    .replace(/^\/api\//, '/');
  const routes = allEndpoints.map(nameOf);
  const ending = (route: string) => ` ${route.toLowerCase()}`.replaceAll(/\/\{\w+\}/g, '');
  const exact = routes.filter((route) => route.toLowerCase() === wanted || pathOf(route) === wanted);
  if (exact.length > 0) return exact;
  return routes.filter((route) => ending(route).endsWith(`/${wanted.replace(/^\//, '')}`));
}

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}` as RouteName;
const pathOf = (route: RouteName) => route.replace(/^\w+ /, '').toLowerCase();

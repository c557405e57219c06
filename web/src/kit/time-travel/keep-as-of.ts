import { type createBrowserRouter, parsePath } from 'react-router-dom';
import { AS_OF } from '#contracts/as-of.ts';

type Router = ReturnType<typeof createBrowserRouter>;

/** `search` with this moment (UTC ISO-8601, or `@` and a position of the log); an empty one leads back to now. */
export function searchWithAsOf(search: string, asOf: string): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(AS_OF);
  const others = parameters.toString();
  return `?${others && `${others}&`}${AS_OF}=${asOf.replace('.000Z', 'Z')}`;
}

/**
 * The search of a link, from an address with the search `here`: on a screen of the past every link keeps the
 * moment, unless it names one itself. An empty one (`?as-of=`) leads back to now.
 */
export function searchKeepingAsOf(pathname: string, search: string, here: string): string {
  const parameters = new URLSearchParams(search);
  const own = parameters.get(AS_OF);
  if (own) return search;
  if (own === '') {
    parameters.delete(AS_OF);
    return parameters.size > 0 ? `?${parameters}` : '';
  }
  const moment = new URLSearchParams(here).get(AS_OF);
  const isOurs = pathname === '' || pathname.startsWith('/layout');
  return moment && isOurs ? searchWithAsOf(search, moment) : search;
}

/** The same router; every navigation keeps the moment, so that no link has to know of it. */
export function keepAsOf(router: Router): Router {
  const along = <To extends { pathname?: string; search?: string }>(to: To): To => {
    const { pathname = '', search = '' } = to;
    const taken = searchKeepingAsOf(pathname, search, router.state.location.search);
    return taken === search ? to : { ...to, search: taken };
  };
  const navigate: Router['navigate'] = (
    to: number | Parameters<Router['navigate']>[0] | null,
    options?: Parameters<Router['navigate']>[1],
  ) => {
    if (typeof to === 'number') return router.navigate(to);
    return router.navigate(to && along(typeof to === 'string' ? parsePath(to) : to), options);
  };
  const createHref: Router['createHref'] = (to) => router.createHref(along(to));
  return Object.assign(Object.create(router) as Router, { navigate, createHref });
}

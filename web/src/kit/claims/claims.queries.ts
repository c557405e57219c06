import { getClaims } from '#contracts/endpoints/claims.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { daysOf } from '../../api/cache/tags.ts';
import { liveCatalogueVersionAtom, liveVersionAtom } from '../../live/live.atoms.ts';

/** The own claims; for a manager those of the company. */
export const claimsQuery = createQuery({
  endpoint: getClaims,
  ask: (api, _all: null, get) =>
    // Not from before the news of claims, nor before those of the sales that they are about.
    api.call(getClaims, {
      query: {},
      since: Math.max(get(liveCatalogueVersionAtom) ?? 0, get(liveVersionAtom) ?? 0),
    }),
  tags: () => ['pay', 'days', daysOf('')],
});

/** The claims of one person. */
export const claimsOfQuery = createQuery({
  endpoint: getClaims,
  ask: (api, employeeId: string, get) =>
    api.call(getClaims, { query: { employeeId }, since: get(liveCatalogueVersionAtom) }),
  tags: (employeeId) => ['pay', 'days', daysOf(employeeId)],
});

/** How many of them are open, for the menu. Its parameter keeps its answers apart from those of the list. */
export const openClaimsQuery = createQuery({
  endpoint: getClaims,
  ask: (api, _count: 'count', get) =>
    api.call(getClaims, { query: { countOnly: 'true' }, since: get(liveCatalogueVersionAtom) }),
  tags: () => ['pay'],
});

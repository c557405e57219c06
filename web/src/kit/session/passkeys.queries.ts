import { getPasskeys } from '#contracts/endpoints/passkeys.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';

/** The person's passkeys. */
export const passkeysQuery = createQuery({
  endpoint: getPasskeys,
  ask: (api, _own: null) => api.call(getPasskeys, {}),
  tags: () => ['passkeys'],
});

import type { RouteName } from '#contracts/endpoints/access-table.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import type { Example } from './examples.ts';

const nothing = { of: () => ({}) };

export const signInExamples = {
  'POST /login': {
    of: ({ email, password }) => ({ body: { username: email, password, tz: DAYTIME_ZONE } }),
  },
  'DELETE /logout': nothing,
  'GET /employees/is-logged-in': nothing,
  'POST /login/passkey/options': nothing,
  'POST /login/passkey': {
    of: async ({ passkeys }) => ({ body: { credential: await passkeys.toSignIn(), tz: DAYTIME_ZONE } }),
  },
  'GET /employees/passkeys': nothing,
  'POST /employees/passkeys/options': nothing,
  'POST /employees/passkeys': {
    of: async ({ passkeys }) => ({ body: { credential: await passkeys.toAdd() } }),
    foreign: 'passkeyNotAdded',
    colleagues: 'passkeyNotAdded',
  },
  'PATCH /employees/passkeys/{id}': {
    of: async ({ passkeys }) => ({ params: { id: await passkeys.id() }, body: { name: 'Phone' } }),
    foreign: 'noSuchPasskey',
    colleagues: 'noSuchPasskey',
  },
  'DELETE /employees/passkeys/{id}': {
    of: async ({ passkeys }) => ({ params: { id: await passkeys.id() } }),
    foreign: 'noSuchPasskey',
    colleagues: 'noSuchPasskey',
  },
  'POST /employees/confirm-identity/options': nothing,
  'POST /employees/confirm-identity': { of: ({ password }) => ({ body: { password } }) },
} satisfies { readonly [Name in RouteName]?: Example };

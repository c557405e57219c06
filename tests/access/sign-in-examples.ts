import type { RouteName } from '#contracts/endpoints/access-table.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import type { Belongings } from './belongings.ts';
import type { Example } from './examples.ts';

const nothing = { of: () => ({}) };
const ofNewcomer = {
  of: async ({ employee }: Belongings) => ({ params: { id: await employee() } }),
  foreign: 'noSuchEmployee',
} as const;

/** The person has an authenticator app. */
async function withApp({ factors }: Belongings) {
  await factors.added();
  return {};
}

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
  'POST /login/second-step': {
    of: async ({ factors }) => {
      const { token, code } = await factors.toSignIn();
      return { cookies: { tb_second_step: token }, body: { code, tz: DAYTIME_ZONE } };
    },
  },
  'DELETE /employees/sessions-of/{id}': ofNewcomer,
  'DELETE /employees/factors-of/{id}': ofNewcomer,
  'GET /employees/second-factor': nothing,
  'POST /employees/authenticator/options': nothing,
  'POST /employees/authenticator': {
    of: async ({ factors }) => ({ body: { code: await factors.codeToAdd() } }),
  },
  'DELETE /employees/authenticator': { of: withApp },
  'POST /employees/recovery-codes': { of: withApp },
  'GET /employees/confirm-identity': nothing,
  'POST /employees/confirm-identity/options': nothing,
  'POST /employees/confirm-identity': { of: ({ password }) => ({ body: { password } }) },
} satisfies { readonly [Name in RouteName]?: Example };

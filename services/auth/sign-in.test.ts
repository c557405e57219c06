import { beforeEach, describe, expect, it } from 'vitest';
import { rejected } from '#contracts/result.ts';
import type { CommandOutcome } from '#platform/commands/command.ts';
import type { Principal } from '#platform/principal.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { createDeviceCookie, createSessionCookie } from './session-cookie.ts';
import { createSignIn, type SignInDeps, type SignInInput } from './sign-in.ts';

const ada = { companyId: 'acme', employeeId: 'ada' };
const principal: Principal = {
  ...{ ...ada, sessionId: 'earlier', timeZone: 'UTC' },
  ...{ role: 'manager', type: 'employee', subscriptionIsActive: true },
};
const call: SignInInput = {
  ...{ caller: null, address: '203.0.113.7', cookieHeader: undefined, userAgent: undefined },
  command: () => contextOf(ada.companyId),
};
const opened = { token: 't', sessionId: 'new' };

let done: string[];
beforeEach(() => {
  done = [];
});

type Situation = {
  readonly shift?: CommandOutcome<unknown>;
  /** The password was changed while it was checked. */
  readonly isChanged?: boolean;
  /** The device and the network are new. */
  readonly isNew?: boolean;
  /** The read models have the employee. */
  readonly isKnown?: boolean;
};

function signIn({
  shift = { ok: true, position: 7, value: null },
  isChanged,
  isKnown = true,
  isNew = false,
}: Situation = {}) {
  const deps: SignInDeps = {
    accounts: { rememberTimeZone: async (_person, timeZone) => void done.push(`zone ${timeZone}`) },
    sessions: {
      async open() {
        done.push('open');
        return opened;
      },
      async openByPassword(_opening, hash) {
        done.push(`open by ${hash}`);
        return isChanged ? null : opened;
      },
      async openByPasskey(_opening, passkeyId) {
        done.push(`open by ${passkeyId}`);
        return isChanged ? null : opened;
      },
      async revoke({ sessionId }) {
        done.push(`revoke ${sessionId}`);
        return true;
      },
      authenticate: async () => (isKnown ? principal : null),
    },
    knownClients: { remember: async () => 'device', isNew: async () => isNew },
    access: { note: async () => {} },
    tellNewDevice: async (_person, { device, timeZone }) => void done.push(`mail of ${device}, ${timeZone}`),
    cookie: createSessionCookie(false),
    deviceCookie: createDeviceCookie(false),
    startShift: async () => shift,
    async readAt(position) {
      done.push(`wait for ${position}`);
      return true;
    },
  };
  return createSignIn(deps);
}

describe('a sign-in', () => {
  it('opens a session, remembers the zone and sets both cookies', async () => {
    const answer = await signIn()(call, ada, 'Asia/Tokyo');
    const cookies = [/^tb_session=t;/, /^tb_device=device;/].map((cookie) => expect.stringMatching(cookie));
    expect(answer).toMatchObject({ ok: true, position: 7, cookies, opened: 'new' });
    expect(done).toEqual(['open', 'zone Asia/Tokyo']);
  });

  it('by password opens it only while the account has that password', async () => {
    const person = { ...ada, passwordHash: 'hash' };
    expect(await signIn()(call, person, 'UTC')).toMatchObject({ ok: true });
    expect(await signIn({ isChanged: true })(call, person, 'UTC')).toEqual(rejected('failedLogin'));
    expect(done).toEqual(['open by hash', 'zone UTC', 'open by hash']);
  });

  it('of an account without an employee fails like a wrong password; other refusals stay what they are', async () => {
    for (const [code, shown] of [
      ['noSuchEmployee', 'failedLogin'],
      ['conflict', 'conflict'],
    ] as const)
      expect(await signIn({ shift: rejected(code) })(call, ada, 'UTC')).toEqual(rejected(shown));
    expect(done).toEqual([]);
  });

  it('waits for the read models only when they do not have the employee yet', async () => {
    await signIn({ isKnown: false })(call, ada, 'UTC');
    expect(done).toEqual(['open', 'wait for 7', 'zone UTC']);
  });

  it('with a new device from a new network is mailed once the session is open', async () => {
    await signIn({ isNew: true })(call, ada, 'Asia/Tokyo');
    expect(done).toEqual(['open', 'mail of Unknown device, Asia/Tokyo', 'zone Asia/Tokyo']);
    done = [];
    const refused = { ...ada, passwordHash: 'hash' };
    expect(await signIn({ isNew: true, isChanged: true })(call, refused, 'UTC')).toMatchObject({ ok: false });
    expect(done).toEqual(['open by hash']);
  });

  it('ends the earlier session of that browser', async () => {
    await signIn()({ ...call, caller: principal }, ada, 'UTC');
    expect(done).toEqual(['open', 'zone UTC', 'revoke earlier']);
  });
});

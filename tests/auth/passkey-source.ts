import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import type { Person } from '#platform/principal.ts';
import { createPasskeys, siteOf } from '#services/auth/passkeys.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { createSoftwarePasskey, type SoftwarePasskey } from '#tests/support/software-passkey.ts';

type Sources = { readonly pool: pg.Pool; readonly clock: Clock; readonly origin: string };

/** Passkeys of one person, as that program would make them at that origin. */
export function createPasskeySource({ pool, clock, origin }: Sources, person: Person) {
  const passkeys = createPasskeys({ pool, clock });
  const site = siteOf(origin);

  /** A credential that may be added. */
  async function toAdd(passkey = createSoftwarePasskey(origin)): Promise<string> {
    const offered = await passkeys.offer(person, { email: 'ada@example.test', name: 'Ada' }, site);
    if (!offered.ok) throw new Error(`no options: ${offered.code}`);
    return passkey.create(offered.value);
  }

  /** A new one, instead of all before. */
  async function added() {
    await pool.query('DELETE FROM passkeys WHERE company_id = $1 AND employee_id = $2', [
      person.companyId,
      person.employeeId,
    ]);
    const passkey = createSoftwarePasskey(origin);
    const made = { credential: await toAdd(passkey), name: 'Spare' };
    const result = await passkeys.add(person, made, { site, tell: async () => {} });
    if (!result.ok) throw new Error(`not added: ${result.code}`);
    return { passkey, id: result.value };
  }

  return {
    toAdd: () => toAdd(),
    /** The id of a passkey. */
    id: async () => (await added()).id,
    /** A credential that signs in. */
    async toSignIn(): Promise<string> {
      const { passkey } = await added();
      return passkey.prove(await passkeys.ask('sign in', site));
    },
  };
}

/** What browsers at that origin do with passkeys; each call has to succeed. */
export function passkeyCalls(origin: string) {
  async function done(reply: Promise<{ readonly status: number }>): Promise<void> {
    const { status } = await reply;
    if (status !== 200) throw new Error(`a passkey was answered ${status}`);
  }
  const asked = async (browser: HttpClient, path: string) =>
    (await browser.post(`${path}/options`)).body.options;
  return {
    /** In place of the session of that browser. */
    async signIn(passkey: SoftwarePasskey, browser: HttpClient): Promise<HttpClient> {
      const credential = passkey.prove(await asked(browser, '/login/passkey'));
      await done(browser.post('/login/passkey', { credential }));
      return browser;
    },
    async add(browser: HttpClient): Promise<SoftwarePasskey> {
      const passkey = createSoftwarePasskey(origin);
      const credential = passkey.create(await asked(browser, '/employees/passkeys'));
      await done(browser.post('/employees/passkeys', { credential }));
      return passkey;
    },
    /** Proves again whose session it is. */
    async confirm(passkey: SoftwarePasskey, browser: HttpClient): Promise<void> {
      const credential = passkey.prove(await asked(browser, '/employees/confirm-identity'));
      await done(browser.post('/employees/confirm-identity', { credential }));
    },
  };
}

import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import pg from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { hashPassword } from '#services/auth/passwords.ts';
import { apiWorld } from '#tests/support/servers/api-under-test.ts';
import { stoppedClock } from '#tests/support/stopped-clock.ts';

/** The real function; modules that were loaded before call the spy, too. */
const argon2 = vi.spyOn(crypto, 'argon2');
syncBuiltinESMExports();
afterAll(() => {
  argon2.mockRestore();
  syncBuiltinESMExports();
});
/** The costs of each hash. */
const hashes = () =>
  argon2.mock.calls.map(([algorithm, { memory, passes, parallelism, tagLength, nonce }]) => ({
    ...{ algorithm, memory, passes, parallelism, tagLength },
    salt: Buffer.from(nonce as Buffer).length,
  }));

const OF_ACCOUNTS = /sign_in_failures|accounts|emails|known_/;
const query = vi.spyOn(pg.Client.prototype, 'query');
afterAll(() => query.mockRestore());

const api = apiWorld({ clock: stoppedClock(), pretendsInFull: true });

it('a sign-in with a first password does the same work whether another company has the email or not', async () => {
  const [one, two] = [await api.company(), await api.company()];
  const username = `${newId()}@example.test`;
  const work = [];
  for (const { manager, campaignId } of [one, two]) {
    const browser = await api.signedIn(manager);
    const password = `k3Jd82hQpz${work.length}`;
    const names = { firstName: 'Ann', lastName: 'Hill', employeeRole: 'sales associate' };
    await browser.post('/employees/addemployee', { ...names, username, password, campaignId });
    argon2.mockClear();
    expect((await api.client().post('/login', { username, password })).status).toBe(200);
    // Tests store hashes with lower costs, so only the number counts.
    work.push(hashes().length);
  }
  expect(work).toEqual([2, 2]);
});

it('a sign-in with an unknown email does the same work as one with a wrong password, and has the same answer', {
  tags: ['reliability-39'],
}, async () => {
  const { companyId, colleague } = await api.company();
  const hash = await hashPassword('kept as it was');
  await api.pool.query('UPDATE accounts SET password_hash = $1 WHERE company_id = $2 AND employee_id = $3', [
    ...[hash, companyId, colleague.employeeId],
  ]);
  const signIn = async (username: string) => {
    query.mockClear();
    argon2.mockClear();
    const { status, body } = await api.client().post('/login', { username, password: 'not this one' });
    const statements = query.mock.calls
      .map(([statement]) => (statement as { text?: string }).text ?? String(statement))
      .filter((text) => OF_ACCOUNTS.test(text));
    return { reply: { status, body }, statements, hashes: hashes() };
  };
  const known = await signIn(colleague.email);
  const unknown = await signIn(`${newId()}@example.test`);

  expect(known.reply).toMatchObject({ status: 401, body: { error: 'failedLogin' } });
  // One more than there is: employees of two companies may have the email.
  expect(known.hashes).toHaveLength(2);
  expect(known.statements.length).toBeGreaterThan(2);
  expect(unknown).toEqual(known);
});

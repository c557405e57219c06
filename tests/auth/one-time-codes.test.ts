import { beforeEach, describe, expect, it } from 'vitest';
import { accepted, rejected } from '#contracts/result.ts';
import { queriesOn } from '#platform/database.ts';
import { createLimits } from '#platform/limits/limits.postgres.ts';
import type { AuthTables } from '#services/auth/auth-tables.ts';
import { createOneTimeCodes } from '#services/auth/one-time-codes.ts';
import { createCodeSource } from '#tests/registration/code-source.ts';
import { apiWorld } from '#tests/support/servers/api-under-test.ts';
import { cheapHash } from '#tests/support/servers/cheap-password.ts';
import { anotherCode, mailedCode } from './mailed-code.ts';
import { CHOSEN, resetting } from './reset-world.ts';

const MINUTE = 60_000;
const clock = { time: Date.now(), now: () => new Date(clock.time) };

const api = apiWorld({ clock });
let email: string;
beforeEach(async () => {
  email = (await api.company()).associate.email;
  // Other tests cover how often a code may be requested.
  await api.pool.query('DELETE FROM rate_limits');
});

const wrong = { status: 400, body: { message: 'Wrong passcode.', error: 'wrongPasscode' } };
const flow = 'password reset';
const client = { address: '203.0.113.1', device: null };
const stranger = () => resetting(api.client(), api.pool);

describe('a code', () => {
  it('allows five tries, then refuses the right one, too', {
    tags: ['spec-7.9', 'spec-8.6', 'decision-4.10'],
  }, async () => {
    const { ask, verify, reset } = stranger();
    const { otpId } = (await ask(email)).body;
    const code = await mailedCode(api.pool, otpId);
    for (let tries = 0; tries < 5; tries += 1)
      expect(await verify(otpId, anotherCode(code))).toMatchObject(wrong);
    expect(await verify(otpId, code)).toMatchObject(wrong);
    expect(await reset(email, otpId)).toMatchObject(wrong);
  });

  it('sent again has five tries of its own, however many the one before it has used', async () => {
    const { ask, again, verify } = stranger();
    const { otpId: usedUp } = (await ask(email)).body;
    const first = await mailedCode(api.pool, usedUp);
    for (let tries = 0; tries < 5; tries += 1) await verify(usedUp, anotherCode(first));
    const { otpId: sentAgain } = (await again(email)).body;
    const second = await mailedCode(api.pool, sentAgain);
    for (const code of [first, second]) expect(await verify(usedUp, code)).toMatchObject(wrong);
    for (let tries = 0; tries < 4; tries += 1)
      expect(await verify(sentAgain, anotherCode(second))).toMatchObject(wrong);
    expect((await verify(sentAgain, second)).status, 'the fifth try, with the right code').toBe(200);
  });

  it('sent again ends the earlier one, also when that was entered correctly', {
    tags: ['decision-4.12'],
  }, async () => {
    const { prove, again, reset } = stranger();
    const proven = await prove(email);
    expect((await again(email)).status).toBe(200);
    expect(await reset(email, proven)).toMatchObject(wrong);
  });

  it('works once', { tags: ['asvs-6.5.1', 'decision-4.9'] }, async () => {
    const { ask, verify } = stranger();
    const { otpId } = (await ask(email)).body;
    const code = await mailedCode(api.pool, otpId);
    const replies = await Promise.all(Array.from({ length: 5 }, () => verify(otpId, code)));
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(4);
    for (const reply of refused) expect(reply).toMatchObject(wrong);
    expect(await verify(otpId, code)).toMatchObject(wrong);
  });

  it('expires after ten minutes, or when a newer code is sent', {
    tags: ['asvs-6.4.1', 'asvs-6.5.5', 'asvs-6.6.2', 'spec-7.8', 'decision-4.9'],
  }, async () => {
    const { ask, again, verify } = stranger();
    const { otpId: first } = (await ask(email)).body;
    const { otpId: second } = (await again(email)).body;
    expect(second).not.toBe(first);
    expect(await verify(first, await mailedCode(api.pool, first))).toMatchObject(wrong);
    expect(await verify(first, await mailedCode(api.pool, second))).toMatchObject(wrong);
    clock.time += 10 * MINUTE;
    expect(await verify(second, await mailedCode(api.pool, second))).toMatchObject(wrong);
    const { otpId: third } = (await again(email)).body;
    clock.time += 10 * MINUTE - 1;
    expect((await verify(third, await mailedCode(api.pool, third))).status).toBe(200);
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '12345 '])(
    'must have six ASCII digits: %j',
    { tags: ['asvs-6.5.4', 'spec-5.3', 'spec-9.4'] },
    async (code) => {
      const { ask, verify } = stranger();
      const { otpId } = (await ask(email)).body;
      expect(await verify(otpId, code)).toMatchObject(wrong);
    },
  );

  it('has six digits; any other text costs no try', { tags: ['decision-4.8'] }, async () => {
    const { mailed } = createCodeSource({ pool: api.pool, clock });
    const { otpId, code } = await mailed(flow, email);
    expect(code).toMatch(/^\d{6}$/);
    const attempt = { flow, otpId, client } as const;
    for (const text of [`${code}1`, `1${code}`, code.slice(1), 'abcdef', ''])
      for (let tries = 0; tries < 5; tries += 1)
        expect(await api.codes.verify({ ...attempt, code: text })).toEqual(rejected('wrongPasscode'));
    expect(await api.codes.verify({ ...attempt, code })).toEqual(accepted(email));
  });

  it('is wrong for an unknown otpId, and those known have 256 random bits', {
    tags: ['asvs-11.5.1', 'decision-4.13'],
  }, async () => {
    const ids = await Promise.all([1, 2].map(async () => (await stranger().ask(email)).body.otpId));
    for (const id of ids) expect(id).toMatch(/^[\w-]{43}$/);
    expect(ids[0]).not.toBe(ids[1]);
    for (const id of ['', 'x', 'a'.repeat(43), 'a'.repeat(255)])
      expect(await stranger().verify(id, '123456')).toMatchObject(wrong);
  });
});

describe('codes for one email', () => {
  /** Requests and enters a code on a known device at this address. Returns its `otpId`, or the code of the refusal. */
  async function askedBy(device: string, address: string): Promise<string> {
    let code = '';
    const codes = createOneTimeCodes({
      pool: api.pool,
      clock,
      limits: createLimits({ pool: api.pool }),
      known: async () => 'device',
      hash: async (text) => cheapHash(text),
      send: async (mail) => {
        code = mail.code;
      },
    });
    const recipient = async () => ({ companyId: null });
    const issued = await codes.issue({ flow, email, client: { address, device }, recipient });
    if (!issued.ok) return issued.code;
    expect((await codes.verify({ flow, otpId: issued.value, code, client })).ok).toBe(true);
    return issued.value;
  }
  const isValid = (otpId: string) => api.codes.isProven({ flow, otpId, email });

  it('are one for each known device, whatever its network', async () => {
    const first = await askedBy('phone', '203.0.113.1');
    const ofAnother = await askedBy('desk', '203.0.113.1');
    expect(await isValid(first)).toBe(true);
    const again = await askedBy('phone', '198.51.100.1');
    expect(await isValid(first)).toBe(false);
    expect(await isValid(ofAnother)).toBe(true);
    expect(await isValid(again)).toBe(true);
  });

  it('cannot be ordered for an invalid email', async () => {
    const order = { flow, email: 'no email', client, recipient: async () => null } as const;
    await expect(api.codes.issue(order)).rejects.toThrow('a code goes to an email');
  });

  it('are at most five a day for each known device, whatever its network', async () => {
    for (let asked = 1; asked <= 5; asked += 1) await askedBy('phone', `203.0.113.${asked}`);
    expect(await askedBy('phone', '203.0.113.9')).toBe('tooManyRequests');
    expect(await isValid(await askedBy('desk', '203.0.113.9'))).toBe(true);
  });
});

describe('a proof that is used', () => {
  it('ends every other code for that purpose and email, and no other', async () => {
    const source = createCodeSource({ pool: api.pool, clock });
    const used = await source.proven(flow, email);
    const proven = await source.proven(flow, email);
    const mailed = await source.mailed(flow, email);
    const ofSomebodyElse = await source.proven(flow, `else.${email}`);
    const forAnotherPurpose = await source.proven('registration', email);

    expect(await api.codes.spend({ flow, otpId: used, email })).toBe(true);
    expect(await api.codes.isProven({ flow, otpId: proven, email }), 'the other proven code').toBe(false);
    const verified = await api.codes.verify({ flow, ...mailed, client });
    expect(verified, 'the code that was not entered yet').toMatchObject({ ok: false, code: 'wrongPasscode' });
    expect(await api.codes.isProven({ flow, otpId: ofSomebodyElse, email: `else.${email}` })).toBe(true);
    expect(await api.codes.isProven({ flow: 'registration', otpId: forAnotherPurpose, email })).toBe(true);
  });

  it('counts for its own otpId, purpose and email only', { tags: ['decision-4.11'] }, async () => {
    const otpId = await createCodeSource({ pool: api.pool, clock }).proven(flow, email);
    for (const wrongly of [
      { flow, otpId: 'a'.repeat(43), email },
      { flow: 'registration', otpId, email },
      { flow, otpId, email: `else.${email}` },
      { flow, otpId, email: 'no email' },
      { flow, otpId: otpId.slice(1), email },
    ] as const) {
      expect(await api.codes.isProven(wrongly)).toBe(false);
      expect(await api.codes.spend(wrongly)).toBe(false);
    }
    expect(await api.codes.isProven({ flow, otpId, email })).toBe(true);
  });

  it('is the only one, when others for the same purpose and email are used at that moment', async () => {
    const source = createCodeSource({ pool: api.pool, clock });
    const db = queriesOn<AuthTables>(api.pool);
    for (let round = 0; round < 5; round += 1) {
      const proofs = await Promise.all(Array.from({ length: 5 }, () => source.proven(flow, email)));
      const spent = proofs.map((otpId) =>
        db.transaction().execute((transaction) => api.codes.spend({ flow, otpId, email }, transaction)),
      );
      expect((await Promise.all(spent)).filter(Boolean)).toHaveLength(1);
    }
  });
});

/** Ids and digests are random: some contain the six digits of a code. */
const withoutIds = (row: string) => row.replaceAll(/[\w+/-]{20,}/g, '');

it('codes, otpIds and passwords appear in no log line and no table', {
  tags: ['asvs-14.2.4', 'asvs-16.2.5', 'asvs-6.5.2', 'decision-4.11'],
}, async () => {
  const { ask, verify, reset } = stranger();
  const { otpId } = (await ask(email)).body;
  const code = await mailedCode(api.pool, otpId);
  const { rows: before } = await api.pool.query(`SELECT one_time_codes::text AS row FROM one_time_codes`);
  await verify(otpId, code);
  await reset(email, otpId);
  const { rows: after } = await api.pool.query(`
    SELECT one_time_codes::text AS row FROM one_time_codes UNION ALL SELECT sessions::text FROM sessions
    UNION ALL SELECT accounts::text FROM accounts UNION ALL SELECT idempotency_keys::text FROM idempotency_keys
    UNION ALL SELECT rate_limits::text FROM rate_limits UNION ALL SELECT known_devices::text FROM known_devices
    UNION ALL SELECT data::text || metadata::text FROM events`);
  expect(before.length).toBeGreaterThan(0);
  for (const { row } of [...before, ...after]) {
    for (const secret of [otpId, `${code} `, CHOSEN]) expect(row).not.toContain(secret);
    expect(withoutIds(row)).not.toMatch(new RegExp(`(^|\\D)${code}(\\D|$)`));
  }
});

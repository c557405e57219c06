import { beforeEach, describe, expect, it } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiWorld, startApi } from '#tests/support/servers/api-under-test.ts';
import type { HttpReply } from '#tests/support/servers/http-client.ts';
import { unlimited } from './code-source.ts';
import { type Arrived, CHOSEN, formOf, registrant } from './registration-world.ts';

const MINUTE = 60_000;
const clock = { time: Date.now(), now: () => new Date(clock.time) };
const REFUSED = { status: 401, body: { message: messages.emailNotProven, error: 'emailNotProven' } };

const api = apiWorld({ clock, limits: unlimited });

type Someone = ReturnType<typeof registrant>;
const newRegistrant = () => registrant(api.client(), api.pool);

let victim: Someone;
let company: Arrived;
beforeEach(async () => {
  victim = newRegistrant();
  company = await victim.arrive(formOf());
});

/** The three calls that the cookie guards, for that company. */
const guarded = (who: Someone, { companyId, companyName, email }: Arrived) => [
  () => who.intend({ companyId, companyName, email }),
  () => who.save({ companyId, companyName, email }),
  () => who.comeIn(email),
];

async function refusedAll(who: Someone, named = company): Promise<void> {
  const cookies = new Map(who.client.cookies);
  for (const call of guarded(who, named)) expectRefused(await call());
  // No access was given: no session, no subscription.
  expect(who.client.cookies.get('tb_session')).toBe(cookies.get('tb_session'));
  expect((await who.client.get('/employees/is-logged-in')).body).toEqual({ isLoggedIn: false });
  expect(await api.store.read(`subscription-${named.companyId}`)).toEqual([]);
}

/** The same wording for every cause, so that the answer reveals nothing. */
function expectRefused({ status, body, headers }: HttpReply): void {
  expect({ status, body }).toEqual(REFUSED);
  expect(headers.getSetCookie()).toEqual([]);
}

describe('the card step and the sign-in after it', () => {
  it('refuse a client that knows only the email or the company', {
    tags: ['spec-7.58', 'decision-4.16', 'decision-4.17', 'decision-4.18'],
  }, async () => {
    await refusedAll(newRegistrant());
    await refusedAll(newRegistrant(), { ...company, email: 'nobody@example.test' });
    await refusedAll(newRegistrant(), { ...company, companyId: '-1' });
  });

  it('refuse a client that only filled in the form', { tags: ['asvs-2.3.1', 'spec-4.2'] }, async () => {
    const waiting = newRegistrant();
    const form = formOf();
    const { companyId } = (await waiting.register(form)).body;
    await refusedAll(waiting, { ...form, companyId });
    // Nor when one cookie is sent in place of the other.
    waiting.client.cookies.set('tb_registration', waiting.client.cookies.get('tb_registrant') ?? '');
    await refusedAll(waiting, { ...form, companyId });
  });

  it('refuse the cookie of another company, whichever fields are swapped', {
    tags: ['spec-7.56', 'decision-4.17'],
  }, async () => {
    const attacker = newRegistrant();
    const own = await attacker.arrive(formOf());
    await refusedAll(attacker, company);
    for (const swapped of [
      { ...own, companyId: company.companyId },
      { ...own, email: company.email },
      { ...company, email: own.email },
    ]) {
      expectRefused(await attacker.intend(swapped));
      expectRefused(await attacker.save(swapped));
    }
    // The registrant's own cookie is still valid: none of these attempts used it up.
    expect((await attacker.save(own)).status).toBe(200);
    expect((await attacker.comeIn(own.email)).status).toBe(200);
    expect((await attacker.client.get('/employees/getemployee')).body.requestedData).toMatchObject([
      { email: own.email, company_id: own.companyId },
    ]);
  });

  it('refuse a stale cookie', { tags: ['spec-7.57', 'decision-4.16'] }, async () => {
    clock.time += 10 * MINUTE - 1000;
    expect((await victim.intend(company)).status).toBe(200);
    clock.time += 1000;
    await refusedAll(victim);
    // A new code gives access again.
    expect((await victim.prove(company.email)).body.next).toBe('card');
    expect((await victim.save(company)).status).toBe(200);
  });

  it('refuse a forged cookie', async () => {
    const forger = newRegistrant();
    for (const made of ['', 'x', 'A'.repeat(43), `${company.companyId}`, 'null', '%00', "' OR true --"]) {
      forger.client.cookies.set('tb_registration', made);
      await refusedAll(forger);
    }
  });

  it('work once: a cookie that was used to sign in is void', {
    tags: ['spec-7.58', 'decision-4.16'],
  }, async () => {
    const stolen = victim.client.cookies.get('tb_registration') ?? '';
    expect((await victim.save(company)).status).toBe(200);
    expect((await victim.comeIn(company.email)).status).toBe(200);
    expect(victim.client.cookies.has('tb_registration')).toBe(false);
    const thief = newRegistrant();
    thief.client.cookies.set('tb_registration', stolen);
    for (const call of guarded(thief, company)) expectRefused(await call());
    expect((await thief.client.get('/employees/is-logged-in')).body).toEqual({ isLoggedIn: false });
  });

  it('work once, also when they are sent at the same moment', async () => {
    await victim.save(company);
    const ticket = victim.client.cookies.get('tb_registration') ?? '';
    const replies = await Promise.all(
      Array.from({ length: 16 }, () => {
        const other = newRegistrant();
        other.client.cookies.set('tb_registration', ticket);
        return other.comeIn(company.email);
      }),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(15).fill(401)]);
  });

  it('end the previous session of the browser', async () => {
    const owner = await api.company();
    await victim.client.post('/login', { username: owner.owner.email, password: 'Demo-pass1' });
    const before = victim.client.cookies.get('tb_session') ?? '';
    await victim.save(company);
    expect((await victim.comeIn(company.email)).status).toBe(200);
    const left = api.client();
    left.cookies.set('tb_session', before);
    expect((await left.get('/employees/is-logged-in')).body).toEqual({ isLoggedIn: false });
  });

  it('need a valid time zone, and a wrong one does not use up the cookie', async () => {
    const body = { email: company.email, tz: 'Mars/Olympus' };
    expect(await victim.client.post('/registration/login-after-registration', body)).toMatchObject({
      status: 400,
      body: { error: 'invalidTimeZone' },
    });
    expect((await victim.comeIn(company.email)).status).toBe(200);
  });

  it('store no token in the clear and no typed password', async () => {
    const ticket = victim.client.cookies.get('tb_registration') ?? '';
    const waiting = newRegistrant();
    await waiting.register(formOf());
    const { rows } = await api.pool.query(
      `SELECT row_to_json(t)::text AS row FROM registration_tickets t
        UNION ALL SELECT row_to_json(r)::text FROM registrations r`,
    );
    const kept = rows.map(({ row }) => row).join('\n');
    expect(kept).toContain(company.companyId);
    for (const secret of [ticket, waiting.client.cookies.get('tb_registrant') ?? '', CHOSEN]) {
      expect(kept).not.toContain(secret);
      expect(kept).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });
});

it('cookies over https cannot be planted by a sibling host', async () => {
  const secure = await startApi(api.databaseUrl, { secureCookies: true, limits: unlimited });
  try {
    const reply = await registrant(secure.client(), secure.pool).register(formOf());
    const line = reply.headers.getSetCookie().find((cookie) => cookie.includes('tb_registrant')) ?? '';
    expect(line).toMatch(
      /^__Host-tb_registrant=[^;]+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/,
    );
  } finally {
    await secure.close();
  }
});

import { beforeEach, describe, expect, it } from 'vitest';
import { contextOf, done } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import { doneOrBlocked, holdUp } from '#tests/support/servers/hold-up.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import { mailedCode } from './mailed-code.ts';
import { CHOSEN, resetting } from './reset-world.ts';

const MINUTE = 60_000;
const clock = { time: Date.now(), now: () => new Date(clock.time) };

const api = apiWorld({ clock });
let company: Company;
let email: string;
beforeEach(async () => {
  company = await api.company();
  email = company.associate.email;
  // Other tests cover how often a code may be requested.
  await api.pool.query('DELETE FROM rate_limits');
});

const wrong = { status: 400, body: { message: 'Wrong passcode.', error: 'wrongPasscode' } };
const unknown = {
  status: 404,
  body: {
    message: 'No such email. Please contact your administrator if this is unexpected.',
    error: 'noSuchEmail',
  },
};
const stranger = () => resetting(api.client(), api.pool);
const signIn = (password: string) => api.client().post('/login', { username: email, password });

describe('a forgotten password', () => {
  it('is replaced by the reader of the mail, and the person is notified', {
    tags: ['reliability-34', 'asvs-6.2.2', 'spec-3.15', 'spec-7.7'],
  }, async () => {
    const { ask, verify, reset } = stranger();
    const asked = await ask(email.toUpperCase());
    expect(asked).toMatchObject({ status: 200, body: { message: 'OTP sent to your email' } });
    const { otpId } = asked.body;
    const verified = await verify(otpId, await mailedCode(api.pool, otpId));
    expect(verified).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    expect(await reset(email, otpId)).toMatchObject({ status: 200 });
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(CHOSEN)).status).toBe(200);
    const { rows } = await api.pool.query(
      `SELECT content->>'subject' AS subject FROM mail_outbox WHERE content->'to'->>'address' = $1 ORDER BY 1`,
      [email],
    );
    expect(rows.map(({ subject }) => subject)).toEqual([
      'Your Tallyboard password reset code',
      'Your Tallyboard password was changed',
    ]);
  });

  it('leaves the passwords and sessions of all others as they are', async () => {
    const others = [company.owner, company.manager, company.colleague];
    const browsers = await Promise.all(others.map((person) => api.signedIn(person)));
    expect((await stranger().whole(email)).status).toBe(200);
    for (const browser of browsers)
      expect((await browser.get('/employees/is-logged-in')).body).toEqual({ isLoggedIn: true });
    for (const { email: username } of others)
      expect((await api.client().post('/login', { username, password: PASSWORD })).status).toBe(200);
  });

  it('needs a registered email', { tags: ['spec-5.2', 'spec-8.5', 'decision-4.23'] }, async () => {
    const { ask, again } = stranger();
    for (const call of [ask, again]) {
      expect(await call('nobody@example.test')).toMatchObject(unknown);
      expect(await call('nobody')).toMatchObject({ status: 400, body: { message: 'invalid email' } });
    }
  });

  it('cannot be reset by deleted employees, nor in a company that never proved its email', {
    tags: ['asvs-6.3.4'],
  }, async () => {
    const { companyId, associate, manager } = company;
    const ctx = contextOf(companyId, { actorId: manager.employeeId });
    await done(api.commands.employees.deleteEmployee(ctx, associate));
    const claimed = 'claimed-by-somebody@example.test';
    const claim = contextOf('unproven', {});
    const founder = { employeeId: 'claimer', firstName: 'So', lastName: 'Body', email: claimed };
    await api.accounts.create({
      companyId: 'unproven',
      employeeId: 'claimer',
      email: claimed,
      password: null,
    });
    const registered = { name: 'Claimed', employeeCount: '0-20', superEmployeeId: 'claimer' };
    await done(api.commands.companies.registerCompany(claim, registered));
    await done(api.commands.employees.addSuperEmployee(claim, founder));
    await api.progress.waitFor(await api.store.head(), MAX_WAIT_MS);
    for (const address of [email, claimed]) expect(await stranger().ask(address)).toMatchObject(unknown);
  });

  it("can be replaced while the company's subscription is inactive", async () => {
    const ctx = contextOf(company.companyId, { now: clock.now().toISOString() });
    const ended = api.commands.subscriptions.cancelSubscription(ctx, { refundCents: 0 });
    expect((await ended).ok).toBe(true);
    await api.progress.waitFor(await api.store.head(), MAX_WAIT_MS);
    expect((await stranger().whole(email)).status).toBe(200);
  });
});

describe('the new password', () => {
  it.each([
    ['Ab.4567', 'tooShort', 'The password should be at least 8 characters long'],
    ['short', 'tooShort', 'The password should be at least 8 characters long'],
    ['no capital.', 'lacksCapLetter', 'The password should include at least one capital letter'],
    ['nocapital', 'lacksCapLetter', 'The password should include at least one capital letter'],
    ['No symbol here', 'lacksSymbol', 'The password should contain at least one symbol. Eg: @, !, #, etc.'],
    ['P@ssw0rd', 'commonPassword', expect.any(String)],
    ['Password1!', 'commonPassword', expect.any(String)],
    ['Letmein123!', 'commonPassword', expect.any(String)],
    ['Tallyboard1!', 'commonPassword', expect.any(String)],
    ['Associate-1!', 'commonPassword', expect.any(String)],
    [`Ab.${'x'.repeat(126)}`, 'tooLong', expect.any(String)],
  ])(
    'is refused by the first rule it breaks, and the code stays good: %s',
    { tags: ['asvs-6.2.1', 'asvs-6.2.4', 'spec-5.4', 'decision-4.2', 'decision-4.3', 'decision-8.10'] },
    async (password, error, message) => {
      const { prove, reset } = stranger();
      const otpId = await prove(email);
      expect(await reset(email, otpId, password)).toMatchObject({ status: 400, body: { error, message } });
      expect((await reset(email, otpId)).status).toBe(200);
    },
  );

  it.each([`  Ab.${'🦦'.repeat(121)}  `, `Ab.${'x'.repeat(125)}`, 'A\u0301b.defgh\t'])(
    'is stored exactly as typed: %j',
    { tags: ['asvs-6.2.8', 'asvs-6.2.9'] },
    async (password) => {
      expect((await stranger().whole(email, password)).status).toBe(200);
      for (const other of [password.trim(), password.slice(0, 72), password.normalize('NFKD')])
        if (other !== password) expect((await signIn(other)).status).toBe(401);
      expect((await signIn(password)).status).toBe(200);
    },
  );

  it('is set once, only for the recipient of the mail, and only for a short time', {
    tags: ['asvs-6.4.3', 'spec-7.10', 'decision-4.14'],
  }, async () => {
    const { ask, prove, reset } = stranger();
    const { otpId: unproven } = (await ask(email)).body;
    expect(await reset(email, unproven)).toMatchObject(wrong);
    const proven = await prove(email);
    expect(await reset(company.owner.email, proven)).toMatchObject(wrong);
    const replies = await Promise.all([1, 2, 3, 4].map((at) => reset(email, proven, `${CHOSEN}${at}`)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(await reset(email, proven)).toMatchObject(wrong);
    const late = await prove(email);
    clock.time += 10 * MINUTE;
    expect(await reset(email, late)).toMatchObject(wrong);
  });

  it('is not set for an employee deleted meanwhile', async () => {
    const { prove, reset } = stranger();
    const otpId = await prove(email);
    const ctx = contextOf(company.companyId, { actorId: company.manager.employeeId });
    await done(api.commands.employees.deleteEmployee(ctx, company.associate));
    await api.progress.waitFor(await api.store.head(), MAX_WAIT_MS);
    expect(await reset(email, otpId)).toMatchObject(unknown);
  });

  it('is set together with everything that belongs to it, or not at all', {
    tags: ['asvs-2.3.3'],
  }, async () => {
    const { prove, reset } = stranger();
    const otpId = await prove(email);
    const browser = await api.signedIn(company.associate);
    // The last statement of the transaction fails.
    await api.pool.query(`CREATE FUNCTION breaks() RETURNS trigger LANGUAGE plpgsql AS
      $$BEGIN RAISE EXCEPTION 'broken' USING ERRCODE = '57P01'; END$$`);
    await api.pool.query(`CREATE TRIGGER breaks BEFORE UPDATE OF revoked_at ON sessions
      FOR EACH ROW EXECUTE FUNCTION breaks()`);
    expect((await reset(email, otpId)).status).toBeGreaterThanOrEqual(500);
    await api.pool.query('DROP TRIGGER breaks ON sessions');
    expect((await browser.get('/employees/is-logged-in')).body).toEqual({ isLoggedIn: true });
    expect((await signIn(CHOSEN)).status).toBe(401);
    expect((await reset(email, otpId)).status).toBe(200);
    expect((await browser.get('/employees/is-logged-in')).body).toEqual({ isLoggedIn: false });
    expect((await signIn(CHOSEN)).status).toBe(200);
  });

  describe('set during a sign-in with the old one', () => {
    /** The ids of the person's sessions that have not ended. */
    const alive = async () => {
      const { rows } = await api.pool.query(
        'SELECT session_id FROM sessions WHERE employee_id = $1 AND revoked_at IS NULL',
        [company.associate.employeeId],
      );
      return rows;
    };

    it('ends the session that was about to open', { tags: ['asvs-6.4.3'] }, async () => {
      const { prove, reset } = stranger();
      const otpId = await prove(email);
      const opening = await holdUp(api.pool, { table: 'sessions', event: 'INSERT', condition: 'true' });
      const signingIn = signIn(PASSWORD);
      await opening.reached();
      const resetting = reset(email, otpId);
      await doneOrBlocked(api.pool, resetting);
      await opening.release();
      expect((await signingIn).status).toBe(200);
      expect((await resetting).status).toBe(200);
      expect(await alive(), 'sessions that outlive the change').toEqual([]);
    });

    it('lets none open that begins before the change is committed', { tags: ['asvs-6.4.3'] }, async () => {
      const { prove, reset } = stranger();
      const otpId = await prove(email);
      await api.signedIn(company.associate);
      // The password is changed by then, in a transaction that is still open.
      const ending = await holdUp(api.pool, { table: 'sessions', event: 'UPDATE', condition: 'true' });
      const resetting = reset(email, otpId);
      await ending.reached();
      const signingIn = signIn(PASSWORD);
      await doneOrBlocked(api.pool, signingIn);
      await ending.release();
      expect((await resetting).status).toBe(200);
      expect((await signingIn).status).toBe(401);
      expect(await alive(), 'sessions that outlive the change').toEqual([]);
    });
  });
});

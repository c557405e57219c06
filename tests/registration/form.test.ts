import { beforeEach, describe, expect, it } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiWorld } from '#tests/support/servers/api-under-test.ts';
import { FIELDS, type Filled, formOf, registrant } from './registration-world.ts';

const api = apiWorld({ trustProxy: 1 });
beforeEach(() => api.pool.query('DELETE FROM rate_limits'));

const newRegistrant = (asJson = false) => registrant(api.client(), api.pool, asJson);
const both = (password: string): Partial<Filled> => ({ password, confirmPassword: password });

describe.each([
  ['form', false],
  ['JSON', true],
])('a registration form as %s', (_, asJson) => {
  it.each(FIELDS)('needs %s', { tags: ['spec-3.19'] }, async (field) => {
    const { [field]: _left, ...rest } = formOf();
    for (const form of [rest, formOf({ [field]: '' })]) {
      expect(await newRegistrant(asJson).register(form)).toMatchObject({
        status: 400,
        body: { message: 'All input fields marked with an asterix need to be completed' },
      });
    }
  });

  it('is checked in the order of the specification', { tags: ['spec-5.27', 'spec-9.5'] }, async () => {
    const wrong = { firstName: ' ', email: 'grace@example', ...both('short'), confirmPassword: 'other' };
    const register = async (form: Partial<Filled>) =>
      (await newRegistrant(asJson).register(formOf(form))).body.message;
    expect(await register(wrong)).toBe(messages.allFieldsRequired);
    expect(await register({ ...wrong, firstName: 'Grace' })).toBe('Please provide a valid email');
    expect(await register({ ...both('short'), confirmPassword: 'other' })).toBe(
      'The password should contain at least one capital letter, one small letter, and one symbol (eg: $, !), and it should contain at least 8 characters',
    );
    expect(await register({ confirmPassword: 'Quiet.otter8' })).toBe('The passwords should match');
    expect(await register({ employeeCount: '7' })).toBe(messages.allFieldsRequired);
  });
});

describe('a registration form', () => {
  it.each([
    ['Quiet.o7', 200],
    ['Quiet.7', 'weakPassword'],
    ['quiet.otter7', 'weakPassword'],
    ['QUIET.OTTER7', 'weakPassword'],
    ['Quiet.otter', 'weakPassword'],
    ['Quietotter7', 'weakPassword'],
    [`Aa1!${'x'.repeat(124)}`, 200],
    [`Aa1!${'x'.repeat(125)}`, 'tooLong'],
    ['P@ssw0rd', 'commonPassword'],
    ['Password1!', 'commonPassword'],
    ['Qwerty123!', 'commonPassword'],
    ['Gr@ceHopper1', 'commonPassword'],
    ['Tallyboard1!', 'commonPassword'],
    ['Aa1!Aa1!', 'commonPassword'],
  ])(
    'with the password %s is answered %s',
    { tags: ['spec-5.27', 'decision-4.2', 'decision-4.3'] },
    async (password, expected) => {
      const { status, body } = await newRegistrant().register(formOf(both(password)));
      expect(expected === 200 ? status : body.error).toBe(expected);
    },
  );

  it.each([
    'a@b.c',
    'a b@example.test',
    '@example.test',
    'a@example.test, b@example.test',
    'a@exa\nmple.test',
  ])('with the email %j is refused', async (email) => {
    expect((await newRegistrant().register(formOf({ email }))).body.error).toBe('invalidRegistrationEmail');
  });

  it('with a text that cannot be stored is refused', async () => {
    for (const companyName of ['A\u0000', 'x'.repeat(256), 'A\u202e\u0007']) {
      expect((await newRegistrant(true).register(formOf({ companyName }))).body.error).toBe('invalidText');
    }
  });

  it('is accepted ten times an hour per address, for all senders together, and other addresses go on', {
    tags: ['decision-9.31'],
  }, async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address });
    for (let sent = 0; sent < 10; sent += 1) {
      // An invalid form does not count.
      expect((await newRegistrant().register(formOf({ password: '' }), from('203.0.113.7'))).status).toBe(
        400,
      );
      expect((await newRegistrant().register(formOf(), from('203.0.113.7'))).status).toBe(200);
    }
    const refused = await newRegistrant().register(formOf(), from('203.0.113.7'));
    expect(refused).toMatchObject({ status: 429, body: { error: 'tooManyRequests' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect((await newRegistrant().register(formOf(), from('203.0.113.8'))).status).toBe(200);
  });
});

describe('a code', () => {
  it('is mailed only to an address with a registration', { tags: ['spec-7.59'] }, async () => {
    for (const call of [newRegistrant().confirm, newRegistrant().resend]) {
      expect(await call('nobody@example.test')).toMatchObject({
        status: 400,
        body: { message: 'Unable to verify the provide email' },
      });
      expect(await call('nobody')).toMatchObject({ status: 400, body: { message: 'invalid email' } });
    }
  });

  it("puts none of its words into the mail to an address that may be another person's", async () => {
    const me = newRegistrant();
    const { email, firstName, lastName, companyName } = formOf({
      firstName: 'Cheap pills',
      lastName: 'at x.test',
    });
    await me.register(formOf({ email, firstName, lastName, companyName }));
    expect((await me.confirm(email)).status).toBe(200);
    const { rows } = await api.pool.query(
      `SELECT content FROM mail_outbox WHERE content->'to'->>'address' = $1`,
      [email],
    );
    expect(rows).toMatchObject([{ content: { to: { name: '' } } }]);
    for (const words of [firstName, lastName, companyName]) expect(JSON.stringify(rows)).not.toContain(words);
  });
});

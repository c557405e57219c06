import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { newId } from '#platform/ids.ts';
import { unlimited } from '#tests/support/code-source.ts';
import { mailedCode } from '#tests/support/mailed-code.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { type ApiUnderTest, type Company, startApi } from '../api/api-under-test.ts';
import { CHOSEN, type Filled, formOf, registrant } from './registration-world.ts';

let database: TestDatabase;
let api: ApiUnderTest;
let company: Company & { name: string };
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi(database.url, { limits: unlimited });
  const seeded = await api.company();
  company = { ...seeded, name: `Company ${seeded.companyId}` };
});
afterAll(async () => {
  await api.close();
  await database.drop();
});

const someone = () => registrant(api.client(), api.pool);
const signIn = (email: string, password = CHOSEN) =>
  api.client().post('/login', { username: email, password });
const stageOf = async (companyId: string) => (await api.commands.companies.companyOf(companyId)).kind;
const passwords = (password: string): Partial<Filled> => ({ password, confirmPassword: password });

describe('what there is already', () => {
  const none = { status: 'exists', companyId: '-1' };

  it.each([
    [
      'a name, in other letters',
      () => ({ companyName: ` ${company.name.toUpperCase()}  ` }),
      true,
      false,
      'companyNameTaken',
    ],
    ['an email', () => ({ email: company.associate.email.toUpperCase() }), false, true, 'emailTaken'],
    [
      'both, of different people',
      () => ({ companyName: company.name, email: company.associate.email }),
      true,
      true,
      'emailTaken',
    ],
  ] as const)(
    '%s: a message, and nothing to go on with',
    async (_, changes, companyExists, employeeExists, message) => {
      const { status, body } = await someone().register(formOf(changes()));
      expect({ status, body }).toEqual({
        status: 200,
        body: { ...none, message: messages[message], companyExists, employeeExists },
      });
    },
  );

  it('both, of the registrant himself: on to the verification, which leads to the sign-in', async () => {
    const me = someone();
    const { email } = company.owner;
    expect((await me.register(formOf({ companyName: company.name, email }))).body).toEqual({
      status: 'exists',
      message: messages.companyExists,
      companyId: company.companyId,
      companyExists: true,
      employeeExists: true,
    });
    expect((await me.prove(email)).body.next).toBe('login');
    expect(me.client.cookies.has('tb_registration')).toBe(false);
  });

  it('an employee who registered nothing is mailed no code', async () => {
    expect((await someone().confirm(company.associate.email)).body.error).toBe('unableToVerifyEmail');
  });

  it('a company that was never completed takes no name', async () => {
    const form = formOf();
    await someone().register(form);
    await someone().arrive(formOf({ companyName: form.companyName }));
    expect((await someone().register(formOf({ companyName: form.companyName }))).body.status).toBe(
      'registered',
    );
  });
});

describe('a registration that nobody proved', () => {
  it('ends when the same browser registers again, and the later one counts', async () => {
    const me = someone();
    const form = formOf();
    const first = (await me.register(form)).body.companyId;
    const second = (await me.register({ ...form, ...passwords('Second.otter8') })).body.companyId;
    expect(second).not.toBe(first);
    expect(await stageOf(first)).toBe('expired');
    expect((await me.prove(form.email)).body.next).toBe('card');
    expect(await stageOf(second)).toBe('verified');
    expect((await signIn(form.email)).status).toBe(401);
    expect((await signIn(form.email, 'Second.otter8')).status).toBe(200);
  });

  it('ends when somebody else proves the email', async () => {
    const form = formOf();
    const squatter = someone();
    const squatted = (await squatter.register({ ...form, ...passwords('Squatter.7') })).body.companyId;
    const owner = someone();
    const company = await owner.arrive(form);
    expect([await stageOf(squatted), await stageOf(company.companyId)]).toEqual(['expired', 'verified']);
    expect((await signIn(form.email, 'Squatter.7')).status).toBe(401);
    expect((await signIn(form.email)).status).toBe(200);
    expect((await squatter.register(formOf({ email: form.email }))).body.employeeExists).toBe(true);
  });

  it('never becomes that of who reads the mail, when a stranger filled in the form after him', async () => {
    const form = formOf();
    const owner = someone();
    const { companyId } = (await owner.register(form)).body;
    const stranger = someone();
    const strange = (await stranger.register({ ...form, ...passwords('Stranger.7') })).body.companyId;
    expect((await owner.prove(form.email)).body.next).toBe('card');
    expect([await stageOf(companyId), await stageOf(strange)]).toEqual(['verified', 'expired']);
    expect((await signIn(form.email, 'Stranger.7')).status).toBe(401);
    expect((await signIn(form.email)).status).toBe(200);
  });

  it('is proven without its cookie only where no other has that email', async () => {
    const form = formOf();
    await someone().register(form);
    const elsewhere = someone();
    expect((await elsewhere.prove(form.email)).body.next).toBe('card');
    expect((await signIn(form.email)).status).toBe(200);

    const wanted = formOf();
    await someone().register(wanted);
    await someone().register({ ...wanted, ...passwords('Stranger.7') });
    expect((await someone().confirm(wanted.email)).body.error).toBe('unableToVerifyEmail');
  });

  it('is the same one when its form is sent again, with a key or without', async () => {
    const form = formOf();
    const { body } = await someone().register(form);
    expect((await someone().register(form)).body.companyId).toBe(body.companyId);

    const key = { 'idempotency-key': newId() };
    const keyed = formOf();
    const first = await someone().register(keyed, key);
    expect((await someone().register(keyed, key)).body).toEqual(first.body);
    // The key is no way into what somebody else registered.
    const other = await someone().register({ ...keyed, ...passwords('Other.otter8') }, key);
    expect(other).toMatchObject({ status: 422, body: { error: 'idempotencyKeyReused' } });
  });
});

describe('sixty-four at once', () => {
  const AT_ONCE = 64;
  const all = <Value>(of: (index: number) => Promise<Value>) =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, index) => of(index)));

  it('with one form are one company', async () => {
    const form = formOf();
    const replies = await all(() => someone().register(form));
    expect(new Set(replies.map(({ body }) => `${body.status} ${body.companyId}`)).size).toBe(1);
  });

  it('who prove one email are one company, and the others are told', async () => {
    const email = `${newId()}@example.test`;
    const people = await all(async (index) => {
      const who = someone();
      const form = formOf({ email, ...passwords(`Quiet.otter${index}`) });
      const { companyId } = (await who.register(form)).body;
      return { who, companyId, password: form.password };
    });
    expect(new Set(people.map(({ companyId }) => companyId)).size).toBe(AT_ONCE);
    // Sixteen of them type their codes at the same moment, each his own.
    const typing = people.slice(0, 16);
    const codes = await Promise.all(typing.map((_, index) => codeFor(email, `203.0.113.${index}`)));
    const replies = await Promise.all(
      typing.map(({ who }, index) => who.verify(codes[index]?.otpId ?? '', codes[index]?.code ?? '')),
    );
    // Who comes second reads the mail, too: he goes on with the company there is, or is told to sign in.
    for (const { status, body } of replies) {
      expect(status === 200 ? body.next : body.error).toMatch(
        /^(card|login|unableToVerifyEmail|wrongPasscode)$/,
      );
    }
    const stages = await Promise.all(people.map(({ companyId }) => stageOf(companyId)));
    expect(stages.filter((stage) => stage === 'verified')).toHaveLength(1);
    expect(stages.filter((stage) => stage === 'expired')).toHaveLength(AT_ONCE - 1);
    for (const [index, { password, companyId }] of typing.entries()) {
      const account = await api.accounts.verify(email, password);
      expect(account?.companyId).toBe(stages[index] === 'verified' ? companyId : undefined);
    }
    expect((await someone().register(formOf({ email }))).body.employeeExists).toBe(true);
  });

  /** Asked for from another network each, which is a code of its own. */
  async function codeFor(email: string, address: string) {
    const client = { address, device: null };
    const recipient = async () => ({ name: 'Somebody', companyId: null });
    const issued = await api.codes.issue({ flow: 'registration', email, client, recipient });
    if (!issued.ok) throw new Error('no code');
    return { otpId: issued.otpId, code: await mailedCode(api.pool, issued.otpId) };
  }

  it('who subscribe under one name are one company, and the others are told', async () => {
    const companyName = `Wanted ${newId()}`;
    const people = [];
    for (let count = 0; count < 16; count += 1) {
      const who = someone();
      people.push({
        who,
        company: await who.arrive(
          formOf({ companyName: count % 2 ? companyName.toUpperCase() : companyName }),
        ),
      });
    }
    const replies = await Promise.all(people.map(({ who, company }) => who.save(company)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
      expect({ status, body }).toEqual({
        status: 409,
        body: { message: messages.companyNameTaken, error: 'companyNameTaken' },
      });
    }
    const losers = people.filter((_, index) => replies[index]?.status !== 200);
    expect(await api.store.read(`subscription-${losers[0]?.company.companyId}`)).toEqual([]);
  });

  it('whose card is refused leave the name to others', async () => {
    const companyName = `Free ${newId()}`;
    const [first, second] = [someone(), someone()];
    const firsts = await first.arrive(formOf({ companyName }));
    const seconds = await second.arrive(formOf({ companyName }));
    expect((await first.save(firsts, 'pm_card_chargeDeclined')).status).toBe(400);
    expect((await second.save(seconds)).status).toBe(200);
    expect((await first.save(firsts)).body.error).toBe('companyNameTaken');
  });
});

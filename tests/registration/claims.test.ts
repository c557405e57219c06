import { beforeAll, describe, expect, it } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { newId } from '#platform/ids.ts';
import { mailedCode } from '#tests/auth/mailed-code.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import { unlimited } from './code-source.ts';
import { CHOSEN, type Filled, formOf, registrant } from './registration-world.ts';

const api = apiWorld({ limits: unlimited });
let company: Company & { name: string };
beforeAll(async () => {
  const seeded = await api.company();
  company = { ...seeded, name: `Company ${seeded.companyId}` };
});

const newRegistrant = () => registrant(api.client(), api.pool);
const signIn = (email: string, password = CHOSEN) =>
  api.client().post('/login', { username: email, password });
const stageOf = async (companyId: string) => (await api.commands.companies.companyOf(companyId)).kind;
const passwords = (password: string): Partial<Filled> => ({ password, confirmPassword: password });

describe('a registration with names that are taken', () => {
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
    '%s: gets a message and no way to continue',
    { tags: ['spec-7.55', 'decision-9.27'] },
    async (_, changes, companyExists, employeeExists, message) => {
      const { status, body } = await newRegistrant().register(formOf(changes()));
      expect({ status, body }).toEqual({
        status: 200,
        body: { ...none, message: messages[message], companyExists, employeeExists },
      });
    },
  );

  it('both, by the registrant: continues with the verification, which leads to the sign-in', {
    tags: ['spec-4.3', 'spec-7.55', 'decision-8.7'],
  }, async () => {
    const me = newRegistrant();
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

  it('sends no code to an employee who registered nothing', async () => {
    expect((await newRegistrant().confirm(company.associate.email)).body.error).toBe('unableToVerifyEmail');
  });

  it('ignores the name of a company that was never completed', { tags: ['decision-9.27'] }, async () => {
    const form = formOf();
    await newRegistrant().register(form);
    await newRegistrant().arrive(formOf({ companyName: form.companyName }));
    expect((await newRegistrant().register(formOf({ companyName: form.companyName }))).body.status).toBe(
      'registered',
    );
  });
});

describe('an unproven registration', () => {
  it('ends when the same browser registers again, and the later one counts', async () => {
    const me = newRegistrant();
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

  it('ends when another person proves the email', { tags: ['decision-3.6'] }, async () => {
    const form = formOf();
    const squatter = newRegistrant();
    const squatted = (await squatter.register({ ...form, ...passwords('Squatter.7') })).body.companyId;
    const owner = newRegistrant();
    const company = await owner.arrive(form);
    expect([await stageOf(squatted), await stageOf(company.companyId)]).toEqual(['expired', 'verified']);
    expect((await signIn(form.email, 'Squatter.7')).status).toBe(401);
    expect((await signIn(form.email)).status).toBe(200);
    expect((await squatter.register(formOf({ email: form.email }))).body.employeeExists).toBe(true);
  });

  it('never goes to the reader of the mail when a stranger filled in the form after them', {
    tags: ['spec-7.61'],
  }, async () => {
    const form = formOf();
    const owner = newRegistrant();
    const { companyId } = (await owner.register(form)).body;
    const stranger = newRegistrant();
    const strange = (await stranger.register({ ...form, ...passwords('Strange.otter7') })).body.companyId;
    expect((await owner.prove(form.email)).body.next).toBe('card');
    expect([await stageOf(companyId), await stageOf(strange)]).toEqual(['verified', 'expired']);
    expect((await signIn(form.email, 'Strange.otter7')).status).toBe(401);
    expect((await signIn(form.email)).status).toBe(200);
  });

  it('can be proven without its cookie only if no other registration has that email', async () => {
    const form = formOf();
    await newRegistrant().register(form);
    const elsewhere = newRegistrant();
    expect((await elsewhere.prove(form.email)).body.next).toBe('card');
    expect((await signIn(form.email)).status).toBe(200);

    const wanted = formOf();
    await newRegistrant().register(wanted);
    await newRegistrant().register({ ...wanted, ...passwords('Strange.otter7') });
    expect((await newRegistrant().confirm(wanted.email)).body.error).toBe('unableToVerifyEmail');
  });

  it('stays the same when its form is sent again, with a key or without', async () => {
    const form = formOf();
    const { body } = await newRegistrant().register(form);
    expect((await newRegistrant().register(form)).body.companyId).toBe(body.companyId);

    const key = { 'idempotency-key': newId() };
    const keyed = formOf();
    const first = await newRegistrant().register(keyed, key);
    expect((await newRegistrant().register(keyed, key)).body).toEqual(first.body);
    // The key gives no access to another person's registration.
    const other = await newRegistrant().register({ ...keyed, ...passwords('Other.otter8') }, key);
    expect(other).toMatchObject({ status: 422, body: { error: 'idempotencyKeyReused' } });
  });
});

describe('sixty-four registrations at once', () => {
  const AT_ONCE = 64;
  const all = <Value>(of: (index: number) => Promise<Value>) =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, index) => of(index)));

  it('with one form create one company', async () => {
    const form = formOf();
    const replies = await all(() => newRegistrant().register(form));
    expect(new Set(replies.map(({ body }) => `${body.status} ${body.companyId}`)).size).toBe(1);
  });

  it('that prove one email create one company, and the others get a refusal', {
    tags: ['spec-7.55', 'decision-3.5'],
  }, async () => {
    const email = `${newId()}@example.test`;
    const people = await all(async (index) => {
      const who = newRegistrant();
      const form = formOf({ email, ...passwords(`Quiet.otter${index}`) });
      const { companyId } = (await who.register(form)).body;
      return { who, companyId, password: form.password };
    });
    expect(new Set(people.map(({ companyId }) => companyId)).size).toBe(AT_ONCE);
    // Sixteen of them enter their own codes at the same moment.
    const typing = people.slice(0, 16);
    const codes = await Promise.all(typing.map((_, index) => codeFor(email, `203.0.113.${index}`)));
    const replies = await Promise.all(
      typing.map(({ who }, index) => who.verify(codes[index]?.otpId ?? '', codes[index]?.code ?? '')),
    );
    // Later ones read the mail, too: they continue with the existing company, or are asked to sign in.
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
    expect((await newRegistrant().register(formOf({ email }))).body.employeeExists).toBe(true);
  });

  /** Each code is requested from another network. */
  async function codeFor(email: string, address: string) {
    const client = { address, device: null };
    const recipient = async () => ({ companyId: null });
    const issued = await api.codes.issue({ flow: 'registration', email, client, recipient });
    if (!issued.ok) throw new Error('no code');
    return { otpId: issued.value, code: await mailedCode(api.pool, issued.value) };
  }

  it('that subscribe under one name create one company, and the others get a refusal', {
    tags: ['spec-7.57'],
  }, async () => {
    const companyName = `Wanted ${newId()}`;
    const people = [];
    for (let count = 0; count < 16; count += 1) {
      const who = newRegistrant();
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

  it('whose card is refused leave the name free', async () => {
    const companyName = `Free ${newId()}`;
    const [first, second] = [newRegistrant(), newRegistrant()];
    const firsts = await first.arrive(formOf({ companyName }));
    const seconds = await second.arrive(formOf({ companyName }));
    expect((await first.save(firsts, 'pm_card_chargeDeclined')).status).toBe(400);
    expect((await second.save(seconds)).status).toBe(200);
    expect((await first.save(firsts)).body.error).toBe('companyNameTaken');
  });
});

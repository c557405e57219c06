import { daysBefore, localDate } from '#contracts/local-date.ts';
import { newId } from '#platform/ids.ts';
import { createEmailLinks } from '#services/auth/email-links.ts';
import { createSessionRows } from '#services/auth/session-rows.ts';
import { createImportRecords } from '#services/import/imports.postgres.ts';
import type { Core } from '#services/main/wiring.ts';
import { createFactorSource } from '#tests/auth/factor-source.ts';
import { createPasskeySource } from '#tests/auth/passkey-source.ts';
import { createCodeSource, type MailedCode } from '#tests/registration/code-source.ts';
import {
  createRegistrationSource,
  type RegistrationInHand,
} from '#tests/registration/registration-source.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import { IMPORT_PLAN, importFile } from './import-examples.ts';

/** The things of a company that a request may name. Things that can be deleted are created anew for each request. */
export type Belongings = {
  readonly companyId: string;
  /** The person whose pages, shifts and sales are requested. */
  readonly employeeId: string;
  readonly email: string;
  readonly password: string;
  readonly managerId: string;
  /** Employees work on it; their sales belong to it. */
  readonly campaignId: string;
  readonly goalId: string;
  /** A date in DAYTIME_ZONE. */
  readonly today: string;
  /** Ids of new things of this company that nothing depends on. The sale belongs to `employeeId`. */
  goal(): Promise<string>;
  campaign(): Promise<string>;
  employee(): Promise<string>;
  jobAid(): Promise<string>;
  sale(): Promise<string>;
  /** Uploaded, running or done. */
  import(state: 'uploaded' | 'done'): Promise<string>;
  /** One more session of `employeeId`. */
  session(): Promise<string>;
  /** Passkeys of `employeeId`. */
  readonly passkeys: ReturnType<typeof createPasskeySource>;
  /** Second factors of `employeeId`. */
  readonly factors: ReturnType<typeof createFactorSource>;
  /** A code to reset the password of a new employee of this company, as mailed. */
  code(): Promise<MailedCode>;
  /** A code for the email of `employeeId`, to change it. */
  emailCode(): Promise<MailedCode>;
  /** The token of a link with which a new employee of this company refuses another email, or accepts an invitation. */
  emailLink(purpose: 'refuse' | 'invite'): Promise<string>;
  /** The first day of a pay period that is over, in which `employeeId` has no sales; and a line for them in the present one. */
  payPeriod(): Promise<string>;
  payLine(): Promise<string>;
  /** A sale of a new associate that waits for a manager. */
  waitingSale(): Promise<string>;
  /** An open claim of a new employee, or an answered one of `employeeId`. */
  claim(state: 'open' | 'answered'): Promise<{ readonly claimId: string; readonly employeeId: string }>;
  /** The id of a new employee who asked for the erasure of personal data. */
  erasureWish(): Promise<string>;
  /** The id of an employee with an email that waits to be confirmed. */
  pendingEmail(): Promise<string>;
  /** The same code after it was verified. */
  proof(): Promise<{ email: string; otpId: string }>;
  /** The code of another company that registers: mailed, or already verified. */
  registration(): Promise<MailedCode & RegistrationInHand>;
  provenRegistration(): Promise<RegistrationInHand>;
};

type Ground = Pick<Core, 'commands' | 'accounts' | 'clock' | 'pool'> & {
  /** Resolves when every read shows what was written up to that position. */
  readonly waitForReads: (position: number) => Promise<unknown>;
  /** Where browsers see the program. */
  readonly origin?: string;
};

type Owner = {
  readonly companyId: string;
  readonly employeeId: string;
  readonly email: string;
  readonly managerId: string;
  readonly campaignId: string;
  readonly goalId: string;
};

export function belongingsOf(
  { commands, accounts, clock, pool, waitForReads, origin = 'http://localhost' }: Ground,
  owner: Owner,
): Belongings {
  const { companyId, goalId, campaignId, employeeId } = owner;
  const now = () => clock.now().toISOString();
  const codes = createCodeSource({ pool, clock });
  const registrations = createRegistrationSource({ pool, clock, commands, accounts });
  const ctx = () => contextOf(companyId, { now: now(), actorId: owner.managerId });
  const entryDate = localDate(now(), DAYTIME_ZONE);

  async function made<Value>(
    outcome: Promise<{ ok: true; position: number; value: Value } | { ok: false; code: string }>,
  ): Promise<Value> {
    const result = await outcome;
    if (!result.ok) throw new Error(`what was to be there was refused: ${result.code}`);
    await waitForReads(result.position);
    return result.value;
  }

  async function newcomer(): Promise<{ id: string; email: string }> {
    const id = newId();
    const email = `${id}@example.test`;
    const person = { firstName: 'Spare', lastName: 'Person', email, role: 'sales associate', campaignId };
    await made(commands.employees.addEmployee(ctx(), { ...person, employeeId: id }));
    await accounts.create({ companyId, employeeId: id, email, password: null });
    return { id, email };
  }

  async function wishOf(
    purpose: 'prove' | 'refuse' | 'invite',
  ): Promise<{ token: string; employeeId: string }> {
    const { id, email } = await newcomer();
    const wanted = purpose === 'invite' ? email : `${newId()}@example.test`;
    const wish = { companyId, employeeId: id, email: wanted, requestedBy: owner.managerId };
    return { token: await createEmailLinks({ pool, clock }).add(purpose, wish), employeeId: id };
  }

  return {
    ...owner,
    password: PASSWORD,
    today: entryDate,
    goal: async () =>
      (await made(commands.goals.addGoal(ctx(), { name: 'Spare', hourlySales: 1, entryDate }))).goalId,
    campaign: async () => {
      const campaign = { name: 'Spare', commission: 5, tax: 5, goalId, entryDate };
      return (await made(commands.campaigns.addCampaign(ctx(), campaign))).campaignId;
    },
    employee: async () => (await newcomer()).id,
    jobAid: async () =>
      (await made(commands.jobAids.addJobAid(ctx(), { name: 'Spare', url: 'https://example.test/a' })))
        .jobAidId,
    sale: async () => {
      const sale = { name: 'Spare', price: '10', employeeId, campaignId, entryDate, actorIsManager: true };
      return (await made(commands.sales.recordSale(ctx(), sale))).saleId;
    },
    import: async (state) => {
      const records = createImportRecords(pool);
      // One import of a company is at work at a time.
      await pool.query('DELETE FROM imports WHERE company_id = $1', [companyId]);
      const id = newId();
      const campaign = { name: `Book ${id}`, commission: 5, tax: 5, goalId, entryDate };
      await made(commands.campaigns.addCampaign(ctx(), campaign));
      const file = importFile(owner.email, campaign.name);
      const about = { companyId, createdBy: owner.managerId, createdAt: now(), fileName: 'book.csv' };
      await records.add(id, { ...about, digest: id, file, plan: IMPORT_PLAN, total: 1 });
      if (state === 'done') await pool.query(`UPDATE imports SET state = 'done' WHERE import_id = $1`, [id]);
      return id;
    },
    session: async () => {
      const session = { companyId, employeeId, timeZone: DAYTIME_ZONE, address: '127.0.0.1' };
      return (await createSessionRows({ pool, clock }).open(session)).sessionId;
    },
    passkeys: createPasskeySource({ pool, clock, origin }, owner),
    factors: createFactorSource({ pool, clock }, owner),
    code: async () => codes.mailed('password reset', (await newcomer()).email),
    emailCode: () => codes.mailed('email change', owner.email),
    erasureWish: async () => {
      const { id } = await newcomer();
      await made(commands.employees.erasure({ ...ctx(), actorId: id }, id, { type: 'RequestErasure' }));
      return id;
    },
    payPeriod: async () => {
      await made(commands.pay.setSchedule(ctx(), paySchedule(entryDate)));
      return daysBefore(entryDate, PAY_DAYS);
    },
    payLine: async () => {
      await made(commands.pay.setSchedule(ctx(), paySchedule(entryDate)));
      const period = { from: entryDate, to: daysBefore(entryDate, -6) };
      const line = { employeeId, period, kind: 'bonus', cents: 100, reason: 'Spare', saleId: null } as const;
      return (await made(commands.pay.addLine(ctx(), line))).lineId;
    },
    waitingSale: async () => {
      const campaign = { name: `Checked ${newId()}`, commission: 5, tax: 5, goalId, entryDate };
      const checked = (await made(commands.campaigns.addCampaign(ctx(), campaign))).campaignId;
      await made(commands.pay.setVerification(ctx(), { campaignId: checked, isRequired: true }));
      const { id } = await newcomer();
      const whose = { employeeId: id, campaignId: checked };
      const sale = { name: 'Spare', price: '10', status: 'Closed', ...whose, entryDate };
      const own = { ...ctx(), actorId: id };
      return (await made(commands.sales.recordSale(own, { ...sale, actorIsManager: true }))).saleId;
    },
    claim: async (state) => {
      const of = { employeeId: state === 'open' ? (await newcomer()).id : employeeId };
      const about = { saleId: null, lineId: null, date: entryDate, from: null, seenCents: null, pinned: 0 };
      const claim = { ...of, ...about, kind: 'hours', text: 'It was longer' } as const;
      const { claimId } = await made(commands.claims.open(ctx(), claim));
      const answer = { ...of, claimId, reason: 'It was not', resolution: null, isOwn: false };
      if (state === 'answered')
        await made(commands.claims.answer(ctx(), { ...answer, hasOtherManagers: true }));
      return { ...of, claimId };
    },
    emailLink: async (purpose) => (await wishOf(purpose)).token,
    pendingEmail: async () => (await wishOf('prove')).employeeId,
    registration: async () => {
      const inHand = await registrations.filledIn();
      return { ...inHand, ...(await codes.mailed('registration', inHand.email)) };
    },
    provenRegistration: () => registrations.proven(),
    proof: async () => {
      const { email } = await newcomer();
      return { email, otpId: await codes.proven('password reset', email) };
    },
  };
}

const PAY_DAYS = 14;

/** Weekly pay since two weeks before a date. */
export const paySchedule = (today: string, timeZone: string = DAYTIME_ZONE) => ({
  ...{ rhythm: 'weekly', firstDay: daysBefore(today, PAY_DAYS), timeZone },
});

/** A goal for a company whose seed does not return its own. */
export async function goalOf({ commands, clock }: Pick<Ground, 'commands' | 'clock'>, companyId: string) {
  const now = clock.now().toISOString();
  const goal = { name: 'Steady too', hourlySales: 1, entryDate: localDate(now, DAYTIME_ZONE) };
  return (await done(commands.goals.addGoal(contextOf(companyId, { now }), goal))).goalId;
}

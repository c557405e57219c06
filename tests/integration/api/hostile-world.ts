import { localDate } from '#contracts/local-date.ts';
import { systemClock } from '#platform/clock.ts';
import type { CommandContext } from '#platform/commands/command.ts';
import { newId } from '#platform/ids.ts';
import { createCodeSource } from '#tests/support/code-source.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { createRegistrationSource, type RegistrationInHand } from '#tests/support/registration-source.ts';
import type { SeededPerson } from '#tests/support/seed-company.ts';
import type { Operation } from './api-operations.ts';
import type { ApiUnderTest, Company } from './api-under-test.ts';
import type { Fields } from './hostile-requests.ts';

const TIME_ZONE = 'America/Toronto';
/** In an email that belongs to nobody. */
export const NOBODY = 'nobody-yet';
/** Stand where a code works once: whoever sends them puts fresh ones there. */
const FRESH = {
  ...{ email: 'fresh-email', otpId: 'fresh-otp-id', code: 'fresh-code' },
  ...{ company: 'fresh-company', card: 'pm_card_visa' },
} as const;
const STANDS: ReadonlySet<string> = new Set(Object.values(FRESH));
/** More than are asked for at once: who uses a code makes the others of the same person worthless. */
const FORGETFUL = 40;

export type HostileWorld = Awaited<ReturnType<typeof createHostileWorld>>;

/** A manager of one company, the administrator of another, and things of his and of another company to call by their ids. */
export async function createHostileWorld(api: ApiUnderTest) {
  const [mine, theirs] = [await api.company(), await api.company()];
  /** Another one, whose administrator pays and cancels: nothing else hangs on its subscription. */
  let paying = await api.company();
  const codes = createCodeSource({ pool: api.pool, clock: systemClock });
  const forgetful = await Promise.all(Array.from({ length: FORGETFUL }, () => employeeOf(api, mine)));
  const registrations = createRegistrationSource({ ...api, clock: systemClock });
  const arrived = await Promise.all(Array.from({ length: FORGETFUL }, () => registrations.proven()));
  let asked = 0;

  const pays = ({ name }: Operation) => name.includes('/companies/');

  async function sessionOf(companyId: string, { employeeId }: SeededPerson): Promise<string> {
    const session = { companyId, employeeId, timeZone: TIME_ZONE, address: '127.0.0.1' };
    return `tb_session=${(await api.sessions.open(session)).token}`;
  }

  async function registering(payload: string, name: string): Promise<{ payload: string; cookie?: string }> {
    if (/verify-otp|confirm-email|resend-otp/.test(name)) {
      const { email, cookies } = await registrations.filledIn();
      const cookie = `tb_registrant=${cookies.tb_registrant}`;
      if (!name.includes('verify-otp')) return { cookie, payload: filled(payload, { email }) };
      return { cookie, payload: filled(payload, await codes.mailed('registration', email)) };
    }
    if (!/setup-intent|subscription|login/.test(name)) return { payload };
    const one = arrived[asked % FORGETFUL] as RegistrationInHand;
    asked += 1;
    const { companyId: company, email, cookies } = await registrations.provenAgain(one);
    return {
      cookie: `tb_registration=${cookies.tb_registration}`,
      payload: filled(payload, { company, email }),
    };
  }

  return {
    /** A Cookie header of who may call it, of a session of its own; what can be ended once is there anew. */
    async session(operation: Operation): Promise<string> {
      if (!pays(operation)) return sessionOf(mine.companyId, mine.manager);
      if (operation.method === 'DELETE') paying = await api.company();
      return sessionOf(paying.companyId, paying.owner);
    },
    foreignCompanyId: theirs.companyId,
    /** The payload with a code or a registration of its own, where it has one, and the cookie that belongs to it. */
    async freshened(payload: string, operation: Operation): Promise<{ payload: string; cookie?: string }> {
      const { name } = operation;
      if (name.includes('/registration/')) return registering(payload, name);
      if (![...STANDS].some((stands) => payload.includes(stands))) return { payload };
      const email = forgetful[asked % FORGETFUL] as string;
      asked += 1;
      const { otpId, code } = name.endsWith('/resetpassword')
        ? { otpId: await codes.proven('password reset', email), code: '' }
        : await codes.mailed('password reset', email);
      return { payload: filled(payload, { email, otpId, code }) };
    },
    /** What a call is well with: things that nothing else hangs on, so that each of them can be deleted. */
    fieldsFor: (operation: Operation) => fieldsIn(api, pays(operation) ? paying : mine, operation),
    /** Ids of the other company. */
    foreignFor: async (operation: Operation) => {
      const fields = Object.entries(await fieldsIn(api, theirs, operation));
      // A code is of no company.
      return Object.fromEntries(fields.filter(([, value]) => !STANDS.has(value)));
    },
  };
}

function filled(payload: string, fresh: { readonly [key in keyof typeof FRESH]?: string }): string {
  return (Object.keys(FRESH) as (keyof typeof FRESH)[]).reduce(
    (text, key) => text.replaceAll(FRESH[key], fresh[key] ?? FRESH[key]),
    payload,
  );
}

async function employeeOf(api: ApiUnderTest, { companyId, campaignId }: Company): Promise<string> {
  const email = `forgets.${newId()}@example.test`;
  const person = { firstName: 'For', lastName: 'Getful', email, role: 'sales associate', campaignId };
  const { employeeId } = await done(api.commands.employees.addEmployee(contextOf(companyId), person));
  await api.accounts.create({ email, employeeId, companyId, password: null });
  return email;
}

async function fieldsIn(api: ApiUnderTest, company: Company, { name }: Operation): Promise<Fields> {
  const now = new Date().toISOString();
  const today = localDate(now, TIME_ZONE);
  const { commands } = api;
  const { companyId } = company;
  const context = (): CommandContext =>
    contextOf(companyId, { actorId: company.manager.employeeId, now, origin: 'import' });
  const email = `new.${newId()}@example.test`;

  const goal = { name: 'Goal', hourlySales: 1, hourlyDecisions: 0, entryDate: today };
  const { goalId } = await done(commands.goals.addGoal(context(), goal));
  const campaign = { name: 'Campaign', commission: 10, tax: 0, goalId: await goalOf(), entryDate: today };
  const { campaignId } = await done(commands.campaigns.addCampaign(context(), campaign));
  const employee = { firstName: 'New', lastName: 'Here', email, role: 'sales associate', shiftDuration: 8 };
  const { employeeId } = await done(
    commands.employees.addEmployee(context(), { ...employee, campaignId: company.campaignId }),
  );
  await api.accounts.create({ email, employeeId, companyId, password: null });
  await done(commands.shifts.login(context(), { employeeId, timeZone: TIME_ZONE }));
  const manager = { employeeId: company.manager.employeeId, timeZone: TIME_ZONE };
  await done(commands.shifts.login(context(), manager));
  const sale = { name: 'Sale', price: '10', employeeId, campaignId: company.campaignId, entryDate: today };
  const { saleId } = await done(commands.sales.recordSale(context(), { ...sale, actorIsManager: true }));
  const aid = { name: 'Aid', url: 'https://example.test/aid' };
  const { jobAidId } = await done(commands.jobAids.addJobAid(context(), aid));
  if (!(await api.progress.waitFor(await api.store.head(), 10_000)))
    throw new Error('projections stand still');

  async function goalOf(): Promise<string> {
    const other = await done(commands.goals.addGoal(context(), goal));
    return other.goalId;
  }
  const { sessionId } = await api.sessions.open({ companyId, ...manager, address: '127.0.0.1' });
  const ids: readonly (readonly [RegExp, string])[] = [
    [/verify-?otp/, FRESH.otpId],
    [/\/companies\//, companyId],
    [/\/sessions\//, sessionId],
    [/\/(employees|logs|numbers|statement)\/|get-commission/, employeeId],
    [/\/campaigns\//, campaignId],
    [/\/goals\//, goalId],
    [/\/jobaids\//, jobAidId],
    [/\/sales\/|\/history\//, saleId],
  ];
  return {
    id: ids.find(([calls]) => calls.test(name))?.[1] ?? '',
    ...{ date: today, from: today, to: today, entryDate: today, loginDate: today },
    ...{ campaignId: company.campaignId, goalId, employeeId, managerId: company.manager.employeeId },
    ...{ username: name.endsWith('/login') ? company.manager.email : `${NOBODY}@${newId()}.test` },
    ...{ password: name.endsWith('/login') ? 'Demo-pass1' : 'k3Jd82hQpz', tz: TIME_ZONE },
    ...fieldsOfReset(name, company),
    ...{ name: 'Name', url: 'https://example.test/x', firstName: 'First', lastName: 'Last' },
    ...{ employeeRole: 'sales associate', employeeNumber: 'E1', shiftDuration: '8', status: 'Lead' },
    ...{ price: '10', discount: '1', customerNumber: '555', details: 'Details', commission: '10', tax: '13' },
    ...{ hourlySales: '2', hourlyDecisions: '0', limit: '10', later: 'true', paymentMethodId: FRESH.card },
    ...fieldsOfHistory(name, now, employeeId),
    ...(name.includes('/audit/comparison') && { until: now }),
    ...fieldsOfRegistration(name),
    ...fieldsOfInquiry(name),
  };
}

function fieldsOfHistory(name: string, now: string, person: string): Fields {
  if (!/\/audit\/(events|history|moments)/.test(name)) return {};
  return { kind: 'sale', from: '2026-01-01T00:00:00Z', to: now, at: now, order: 'newest', person };
}

function fieldsOfRegistration(name: string): Fields {
  if (!name.includes('/registration/')) return {};
  if (!name.includes('register-company')) {
    const payer = { companyId: FRESH.company, companyName: 'Arriving' };
    return { ...payer, email: FRESH.email, username: FRESH.email };
  }
  const company = { companyName: `Arriving ${newId()}`, employeeCount: '0-20' };
  const password = 'Quiet.otter7';
  return { ...company, email: `${NOBODY}@${newId()}.test`, password, confirmPassword: password };
}

function fieldsOfInquiry(name: string): Fields {
  if (!name.endsWith('/contact-us')) return {};
  const company = { companyName: 'Acme', employeeCount: '0-20' };
  return { ...company, email: `${NOBODY}@${newId()}.test`, message: 'How much is it?', consent: 'on' };
}

function fieldsOfReset(name: string, { colleague }: Company): Fields {
  const fields = { otp: FRESH.code, otpId: FRESH.otpId, newPassword: 'Quiet.otter' };
  if (name.endsWith('/resetpassword')) return { ...fields, username: FRESH.email };
  return /confirmemail|resendotp/.test(name) ? { username: colleague.email } : fields;
}

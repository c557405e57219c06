import { daysBefore, localDate } from '#contracts/local-date.ts';
import type { CommandContext } from '#platform/commands/command.ts';
import { newId } from '#platform/ids.ts';
import { createImportRecords } from '#services/import/imports.postgres.ts';
import { paySchedule } from '#tests/access/belongings.ts';
import { IMPORT_PLAN, importFile } from '#tests/access/import-examples.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import type { ApiUnderTest, Company } from '#tests/support/servers/api-under-test.ts';

export type Kind =
  | 'session'
  | 'employee'
  | 'campaign'
  | 'goal'
  | 'jobAid'
  | 'sale'
  | 'upload'
  | 'import'
  | 'payLine'
  | 'claim';
/** The id of one thing of each kind. */
export type Things = Readonly<Record<Kind, string>>;

/** The campaign of every company under test. */
export const CAMPAIGN = 'Solar';

/** Makes things of a company that nothing else depends on, so that each of them can be deleted. */
export function makersIn(api: ApiUnderTest, company: Company, timeZone: string) {
  const { companyId, campaignId } = company;
  const { commands } = api;
  const actorId = company.manager.employeeId;
  const manager = { employeeId: actorId, timeZone };
  const now = () => api.clock.now().toISOString();
  const ctx = (): CommandContext => contextOf(companyId, { actorId, now: now(), origin: 'import' });
  const today = () => localDate(now(), timeZone);

  const make = {
    session: async () => (await api.sessions.open({ companyId, ...manager, address: '127.0.0.1' })).sessionId,
    async goal(): Promise<string> {
      const goal = { name: 'Goal', hourlySales: 1, hourlyDecisions: 0, entryDate: today() };
      return (await done(commands.goals.addGoal(ctx(), goal))).goalId;
    },
    async campaign(): Promise<string> {
      const goalId = await make.goal();
      const campaign = { name: 'Campaign', commission: 10, tax: 0, goalId, entryDate: today() };
      return (await done(commands.campaigns.addCampaign(ctx(), campaign))).campaignId;
    },
    async employee(): Promise<string> {
      const email = `new.${newId()}@example.test`;
      const person = { firstName: 'New', lastName: 'Here', email, role: 'sales associate', shiftDuration: 8 };
      const { employeeId } = await done(commands.employees.addEmployee(ctx(), { ...person, campaignId }));
      await api.accounts.create({ email, employeeId, companyId, password: null });
      return employeeId;
    },
    async jobAid(): Promise<string> {
      const aid = { name: 'Aid', url: 'https://example.test/aid' };
      return (await done(commands.jobAids.addJobAid(ctx(), aid))).jobAidId;
    },
    /** A new session of that person. */
    async sale(employeeId = actorId): Promise<string> {
      const sale = { name: 'Sale', price: '10', employeeId, campaignId, entryDate: today() };
      return (await done(commands.sales.recordSale(ctx(), { ...sale, actorIsManager: true }))).saleId;
    },
    /** A bonus of that person on the present statement of a company that pays weekly. */
    async payLine(employeeId = actorId): Promise<string> {
      await done(commands.pay.setSchedule(ctx(), paySchedule(today(), timeZone)));
      const period = { from: today(), to: daysBefore(today(), -6) };
      const line = { employeeId, period, kind: 'bonus', cents: 100, reason: 'Spare', saleId: null } as const;
      return (await done(commands.pay.addLine(ctx(), line))).lineId;
    },
    /** An open claim of that person. */
    async claim(employeeId = actorId): Promise<string> {
      const about = { saleId: null, lineId: null, date: today(), from: null, seenCents: null, pinned: 0 };
      const claim = { employeeId, ...about, kind: 'hours', text: 'It was longer' } as const;
      return (await done(commands.claims.open(ctx(), claim))).claimId;
    },
    /** A file that is not imported yet, of one sale of the manager. */
    async upload(): Promise<string> {
      const id = newId();
      const about = { companyId, createdBy: actorId, createdAt: now(), fileName: 'book.csv', digest: id };
      const file = importFile(company.manager.email, CAMPAIGN);
      await createImportRecords(api.pool).add(id, { ...about, file, plan: IMPORT_PLAN, total: 1 });
      return id;
    },
    /** A file that is imported. */
    async import(): Promise<string> {
      const id = await make.upload();
      await api.pool.query(`UPDATE imports SET state = 'done' WHERE import_id = $1`, [id]);
      return id;
    },
  };

  return {
    make,
    /** One of each. The sale belongs to the employee; both the employee and the manager are at work. */
    async all(): Promise<Things> {
      const employee = await make.employee();
      for (const employeeId of [employee, actorId])
        await done(commands.shifts.login(ctx(), { employeeId, timeZone }));
      return {
        employee,
        ...{ goal: await make.goal(), campaign: await make.campaign(), jobAid: await make.jobAid() },
        ...{ sale: await make.sale(employee), session: await make.session() },
        ...{ import: await make.import(), upload: await make.upload() },
        ...{ payLine: await make.payLine(employee), claim: await make.claim(employee) },
      };
    },
  };
}

const CALLS: readonly (readonly [RegExp, Kind])[] = [
  [/\/sessions\//, 'session'],
  [/\/pay\/lines\//, 'payLine'],
  [/\/pay\/claims\//, 'claim'],
  [/\/(employees|logs|numbers|statement)\/|get-commission/, 'employee'],
  [/\/campaigns\//, 'campaign'],
  [/\/goals\//, 'goal'],
  [/\/jobaids\//, 'jobAid'],
  [/\/sales\/|\/history\//, 'sale'],
  [/\/imports\/.*\/undo/, 'import'],
  [/\/imports\//, 'upload'],
];

/** The kind of thing whose id is in the path of such a call. */
export function kindOf(name: string): Kind | undefined {
  return CALLS.find(([calls]) => calls.test(name))?.[1];
}

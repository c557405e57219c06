import type pg from 'pg';
import { commissionCents } from '#contracts/commission.ts';
import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import type { SaleFacts } from '#contracts/events/sale.events.ts';
import { streams } from '#contracts/events/streams.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { SALE_STATUSES } from '#contracts/sale-status.ts';
import { createAccounts } from '#services/auth/accounts.ts';
import { daysFrom, type HistoryEvent, writeHistory } from '#tests/support/histories/event-histories.ts';
import { seededRandom } from '#tests/support/random.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import { bigCompanyIds as ids, numbered } from './big-company-ids.ts';

export type BigCompanyWish = {
  readonly employees: number;
  readonly sales: number;
  /** The last working day, yyyy-mm-dd; the shifts of that day are open. */
  readonly lastDay: string;
  /** The number of days up to `lastDay`; every third is a day off. */
  readonly days: number;
  readonly campaigns?: number;
  readonly goals?: number;
  /** One in this many sales is edited right away; none by default. */
  readonly editEach?: number;
};

/** The time zone of the big company. */
export const BIG_COMPANY_ZONE = 'America/Toronto';
/** One in this many employees is a manager. */
const TEAM = 20;
const DAY_MS = 86_400_000;

/**
 * The events of a company with a year of work, always the same for the same options.
 * Employee 0 is the super employee, every twentieth a manager.
 */
export function* bigCompanyHistory(wish: BigCompanyWish): Generator<HistoryEvent, void, void> {
  const { employees, campaigns = 30, goals = 5 } = wish;
  const first = new Date(Date.parse(wish.lastDay) - (wish.days - 1) * DAY_MS).toISOString().slice(0, 10);
  const days = daysFrom(first, wish.days);
  const record = recorder(`${first}T04:00:00.000Z`);
  yield record(streams.company(ids.company), 0, {
    type: 'CompanyRegistered',
    data: { name: 'Big Company', employeeCount: '501-1000', superEmployeeId: ids.employee(0) },
  });
  yield record(streams.subscription(ids.company), 0, {
    type: 'SubscriptionStarted',
    data: {
      provider: 'sandbox',
      providerSubscriptionId: 'sub_big',
      status: 'active',
      trialEndsAt: null,
      nextBillingAt: null,
      seats: employees,
    },
  });
  let revision = 0;
  for (const event of structure({ employees, campaigns, goals, first }))
    yield record(streams.organization(ids.company), revision++, event);
  yield* work(wish, days, record);
}

type Recorder = (stream: string, revision: number, event: DomainEvent, at?: string) => HistoryEvent;

/** Stamps events: positions from 1 without gaps. */
function recorder(begin: string): Recorder {
  let position = 0;
  return (stream, revision, { type, data }, at = begin) => {
    position++;
    const id = numbered('e', position);
    const metadata = {
      companyId: ids.company,
      actorId: null,
      commandId: id,
      correlationId: id,
      at,
      origin: 'api',
    };
    return { id, stream, revision, position, type, version: 1, data, metadata, recordedAt: at };
  };
}

function* structure(of: { employees: number; campaigns: number; goals: number; first: string }) {
  const entryDate = of.first;
  for (let at = 0; at < of.goals; at++) {
    const goal = { name: `Goal ${at + 1}`, hourlySales: at + 1, hourlyDecisions: 2 * at };
    yield { type: 'GoalAdded', data: { goalId: ids.goal(at), entryDate, goal } } satisfies DomainEvent;
  }
  for (let at = 0; at < of.campaigns; at++) {
    const campaign = { name: `Campaign ${at + 1}`, ...rates(at), goalId: ids.goal(at % of.goals) };
    yield {
      type: 'CampaignAdded',
      data: { campaignId: ids.campaign(at), entryDate, campaign },
    } satisfies DomainEvent;
  }
  for (let at = 0; at < of.employees; at++) {
    const employee = person(at, of.campaigns);
    yield { type: 'EmployeeAdded', data: { employeeId: ids.employee(at), employee } } satisfies DomainEvent;
  }
}

function rates(campaign: number) {
  return { commissionPercent: 5 + (campaign % 10), taxPercent: campaign % 14 };
}

const FIRST = ['Ada', 'Ben', 'Chloé', 'Dmitri', 'Esi', 'Farah', 'Gwen', 'Hugo', 'Inès', 'Jun'];
const LAST = ['Adler', 'Baptiste', 'Chen', 'Doyle', 'Eze', 'Fontaine', 'García', 'Haddad', 'Ito', 'Jónsson'];

function person(at: number, campaigns: number): EmployeeFacts {
  const isManager = at % TEAM === 0;
  return {
    firstName: FIRST[at % FIRST.length] ?? '',
    lastName: `${LAST[Math.floor(at / FIRST.length) % LAST.length]} ${at}`,
    email: `employee${at}@big.test`,
    employeeNumber: String(10_000 + at),
    role: isManager ? 'manager' : 'sales associate',
    type: at === 0 ? 'super employee' : 'employee',
    managerId: isManager ? (at === 0 ? null : ids.employee(0)) : ids.employee(at - (at % TEAM)),
    campaignId: ids.campaign(at % campaigns),
    shiftDuration: 8,
  };
}

/** Day by day: the employees on duty sign in at nine, sell, and sign out at five. */
function* work(
  { employees, sales, campaigns = 30, editEach = 0 }: BigCompanyWish,
  days: readonly string[],
  record: Recorder,
) {
  const random = seededRandom(employees);
  const number = (below: number) => Math.floor(random() * below);
  let sold = 0;
  for (const [day, loginDate] of days.entries()) {
    const present = Array.from({ length: employees }, (_, at) => at).filter((at) => (at + day) % 3 > 0);
    const [nine, five] = [`${loginDate}T14:00:00.000Z`, `${loginDate}T22:00:00.000Z`];
    for (const at of present) {
      const shift = { employeeId: ids.employee(at), loginDate };
      const begun = { shiftId: numbered('f', day * employees + at), startedAt: nine, setDuration: 8 };
      const data = { ...shift, ...begun, timeZone: BIG_COMPANY_ZONE, reason: 'login' as const };
      const stream = streams.shift(ids.company, shift.employeeId, loginDate);
      yield record(stream, 0, { type: 'ShiftStarted', data }, nine);
    }
    const target = Math.round(((day + 1) / days.length) * sales);
    for (; sold < target; sold++) {
      const seller = present[number(present.length)] ?? 0;
      const saleId = ids.sale(sold);
      const sale = saleOf(sold, seller, loginDate, number, campaigns);
      const at = `${loginDate}T${15 + number(6)}:00:00.000Z`;
      const stream = streams.sale(ids.company, saleId);
      yield record(stream, 0, { type: 'SaleRecorded', data: { saleId, sale } }, at);
      if (editEach === 0 || sold % editEach > 0) continue;
      const after: SaleFacts = { ...sale, status: 'Closed', details: 'Paid by card, delivered' };
      yield record(stream, 1, { type: 'SaleEdited', data: { saleId, before: sale, after } }, at);
    }
    if (day === days.length - 1) return;
    for (const at of present) {
      const employeeId = ids.employee(at);
      const data = { employeeId, loginDate, endedAt: five, reason: 'logout' as const };
      const stream = streams.shift(ids.company, employeeId, loginDate);
      yield record(stream, 1, { type: 'ShiftEnded', data }, five);
    }
  }
}

function saleOf(
  at: number,
  seller: number,
  entryDate: string,
  number: (below: number) => number,
  campaigns: number,
): SaleFacts {
  const campaign = seller % campaigns;
  const terms = {
    priceCents: 1000 + number(200_000),
    discountPercent: number(4) === 0 ? 5 : 0,
    ...rates(campaign),
  };
  return {
    employeeId: ids.employee(seller),
    campaignId: ids.campaign(campaign),
    entryDate,
    saleName: `Fibre line ${at % 1000}`,
    customerNumber: `C-${number(100_000)}`,
    details: 'Paid by card, delivery next week',
    status: number(2) === 0 ? 'Closed' : (SALE_STATUSES[number(SALE_STATUSES.length)] ?? 'Lead'),
    ...terms,
    commissionCents: commissionCents(terms),
  };
}

/**
 * Writes the company's events into an empty log and gives the super employee (0), a manager (20) and an
 * associate (1) an account. It does not project. Returns the position of the last event.
 */
export async function writeBigCompany(pool: pg.Pool, wish: BigCompanyWish): Promise<number> {
  const accounts = createAccounts({ pool, emailOf: async () => null, hasEnded: async () => false });
  for (const at of [0, 1, TEAM]) {
    const employeeId = ids.employee(at);
    const email = `employee${at}@big.test`;
    await accounts.create({ email, employeeId, companyId: ids.company, password: PASSWORD });
  }
  return writeHistory(pool, bigCompanyHistory(wish));
}

import { allEndpoints } from '#contracts/endpoints/all.endpoints.ts';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import type { Principal } from '#platform/principal.ts';
import type { HistoryEvent } from '#tests/support/histories/event-histories.ts';

/** The ids of things that a company has had up to some event, from its events. */
export type Known = {
  readonly employees: Set<string>;
  readonly campaigns: Set<string>;
  readonly goals: Set<string>;
  readonly sales: Set<string>;
  readonly days: readonly string[];
};

export const nothingKnown = (days: readonly string[]): Known => ({
  employees: new Set(),
  campaigns: new Set(),
  goals: new Set(),
  sales: new Set(),
  days,
});

export function learn(known: Known, { type, data }: HistoryEvent): void {
  const fields = data as { employeeId?: string; campaignId?: string; goalId?: string; saleId?: string };
  if (type === 'EmployeeAdded' && fields.employeeId) known.employees.add(fields.employeeId);
  if (type === 'CampaignAdded' && fields.campaignId) known.campaigns.add(fields.campaignId);
  if (type === 'GoalAdded' && fields.goalId) known.goals.add(fields.goalId);
  if (type === 'SaleRecorded' && fields.saleId) known.sales.add(fields.saleId);
}

type Subjects = {
  readonly person: string;
  readonly campaign: string;
  readonly goal: string;
  readonly sale: string;
  readonly day: string;
};

/** Requests for each call that can show the past; add new calls here. */
const WAYS: Readonly<Record<string, (subjects: Subjects) => readonly string[]>> = {
  '/audit/numbers/commission/{id}': ({ person, day }) => [person, `${person}?date=${day}&limit=1`],
  '/audit/numbers/day/{id}/{date}': ({ person, day }) => [`${person}/${day}`],
  '/audit/numbers/goal/{id}': ({ person }) => [person],
  '/campaigns/getcampaigns/all': () => ['', '?limit=2'],
  '/campaigns/getemployees/{id}': ({ campaign }) => [campaign],
  '/employees/getemployee': () => [''],
  '/employees/getemployee/{id}': ({ person }) => [person],
  '/employees/getemployees/all': () => ['', '?limit=3', '?former=true'],
  '/employees/getsubordinates/{id}': ({ person }) => [person],
  '/goals/getcampaigns/{id}': ({ goal }) => [goal],
  '/goals/getgoals/all': () => [''],
  '/jobaids/getjobaids': () => [''],
  '/logs/getchartdata': () => [''],
  '/logs/getchartdata/{id}': ({ person }) => [person],
  '/logs/getlogs/all': () => ['', '?limit=2'],
  '/logs/getlogs/{id}': ({ person, day }) => [person, `${person}?from=${day}&to=${day}`],
  '/logs/getlogsbyid&date': ({ person, day }) => [`?id=${person}&date=${day}`],
  '/logs/getlogsdaily/{date}': ({ day }) => [day],
  '/pay/rules': () => [''],
  '/pay/statements': ({ person }) => ['', `?employeeId=${person}`],
  '/pay/statements/{from}': ({ person, day }) => [day, `${day}?employeeId=${person}`],
  '/pay/claims': ({ person }) => ['', `?employeeId=${person}`, '?countOnly=true'],
  '/pay/payroll/{from}': ({ day }) => [day],
  '/sales/get-commission/{id}': ({ person, day }) => [
    person,
    `${person}?from=${day}`,
    `${person}?date=${day}`,
  ],
  '/sales/getsale/{id}': ({ sale }) => [sale],
  '/sales/getsales/all': ({ person, day }) => [
    '',
    `?employeeId=${person}`,
    `?employeeId=${person}&limit=1`,
    `?employeeId=${person}&status=Closed&search=a&from=${day}`,
  ],
  '/sales/getsales/{date}': ({ person, day }) => [day, `${day}?employeeId=${person}`],
};

/** Every such call by one person, about a person and things of the company; `pick` chooses them. */
export function questions(known: Known, pick: (below: number) => number): string[] {
  const one = (of: Iterable<string>) => {
    const all = [...of];
    return all[pick(all.length)] ?? 'nobody';
  };
  return (allEndpoints as readonly Endpoint[])
    .filter(({ asOf }) => asOf)
    .flatMap(({ path }) => {
      const ways = WAYS[path];
      if (!ways) throw new Error(`${path} shows the past, and no test asks it`);
      const subjects = {
        person: one(known.employees),
        campaign: one(known.campaigns),
        goal: one(known.goals),
        sale: one(known.sales),
      };
      const base = `/api${path.replace(/\{.*$/, '')}`;
      return ways({ ...subjects, day: one(known.days) }).map((way) => `${base}${way}`);
    });
}

/** A manager of the company, and an associate. */
export function viewersOf(companyId: string, superEmployee: string, associate: string): Principal[] {
  const common = { companyId, timeZone: 'America/Toronto', subscriptionIsActive: true } as const;
  return [
    {
      ...common,
      sessionId: `manager-${superEmployee}`,
      employeeId: superEmployee,
      role: 'manager',
      type: 'super employee',
    },
    {
      ...common,
      sessionId: `associate-${associate}`,
      employeeId: associate,
      role: 'sales associate',
      type: 'employee',
    },
  ];
}

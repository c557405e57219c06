import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import type { OrganizationEvent } from '#contracts/events/organization.events.ts';
import { streams } from '#contracts/events/streams.ts';
import { openLocalDatabase } from '#infra/local/local-database.ts';
import { migrate } from '#infra/postgres/migrate.ts';
import { newEvents } from '#platform/commands/command-handler.ts';
import { createStoredStates } from '#platform/commands/stored-states.postgres.ts';
import { createPool } from '#platform/database.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { newId } from '#platform/ids.ts';
import { type Commands, commandsOf, contextOf, done, TODAY } from '#tests/support/command-world.ts';
import { atLeast, atMost, type BenchResult, median } from './support/bench-result.ts';

const [FEW, MANY] = [100, 5000];
const EVENTS = 253;
const EMPLOYEES = 100;
const BIG_EVENTS = 50_000;
const IN_FLIGHT = 64;
const ROUNDS = 5;
const ROUND_MS = 2000;
const EDITS = 200;
const ASKED_MS = 5;

type Company = { readonly id: string; readonly employeeId: string; readonly campaignId: string };

/**
 * Sales of one process for 5,000 companies in turns, against the same for 100 of them; and edits of a company whose
 * organization has 50,000 events. Commands and store as in the program, on its own Postgres with fsync.
 */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  chmodSync(folder, 0o755);
  const database = await openLocalDatabase(folder);
  const pool = createPool(database.url, { max: 20 });
  const store = createPostgresEventStore({ pool });
  try {
    await migrate(pool);
    const companies: Company[] = [];
    for (let at = 0; at < MANY; at++) companies.push(await makeCompany(store, EVENTS));
    const states = createStoredStates(pool);
    const commands = commandsOf(store, { states });
    const some = companies.slice(0, FEW);
    // Each company is read once.
    for (const company of companies) await sell(commands, company);
    const rates: { few: number[]; many: number[] } = { few: [], many: [] };
    for (let round = 0; round < ROUNDS; round++) {
      rates.few.push(await rate(commands, some));
      rates.many.push(await rate(commands, companies));
      rates.many.push(await rate(commands, companies));
      rates.few.push(await rate(commands, some));
    }
    const big = await makeCompany(store, BIG_EVENTS);
    const edits = await editMs(commands, big, EDITS);
    const first = await editMs(commandsOf(store, { states }), big, 1);
    return {
      name: 'companies',
      rows: [
        atLeast(0.85, {
          what: `sales of ${MANY} companies in turns, ${EVENTS} events of the organization each`,
          ours: median(rates.many),
          unit: 'sales/s',
          baseline: median(rates.few),
          against: `of ${FEW} of them`,
        }),
        atMost(1, {
          what: `an edit in a company with ${BIG_EVENTS} events of its organization`,
          ours: edits,
          unit: 'ms',
          baseline: ASKED_MS,
          against: 'asked',
        }),
      ],
      notes: [
        `${IN_FLIGHT} sales in flight; ${Math.round(process.memoryUsage().rss / 1e6)} MB in the process at the end`,
        `the first edit of that company in a process: ${first.toFixed(0)} ms`,
      ],
    };
  } finally {
    await store.close();
    await pool.end();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeCompany(store: EventStore, events: number): Promise<Company> {
  const company = { id: newId(), employeeId: newId(), campaignId: newId() };
  const goalId = newId();
  const goal = { name: 'Steady', hourlySales: 2, hourlyDecisions: 5 };
  const campaign = { name: 'Spring', commissionPercent: 10, taxPercent: 13, goalId };
  const employee = (nth: number): EmployeeFacts => ({
    ...{ firstName: `Ada ${nth}`, lastName: 'Lovelace', email: `ada${nth}@${company.id}.test` },
    ...{ employeeNumber: String(nth), role: 'sales associate', type: 'employee', managerId: null },
    ...{ campaignId: company.campaignId, shiftDuration: 8 },
  });
  const made: OrganizationEvent[] = [
    { type: 'GoalAdded', data: { goalId, entryDate: TODAY, goal } },
    { type: 'CampaignAdded', data: { campaignId: company.campaignId, entryDate: TODAY, campaign } },
  ];
  const ids = Array.from({ length: EMPLOYEES }, (_, nth) => (nth === 0 ? company.employeeId : newId()));
  for (const [nth, employeeId] of ids.entries())
    made.push({ type: 'EmployeeAdded', data: { employeeId, employee: employee(nth) } });
  while (made.length < events) {
    const nth = made.length % EMPLOYEES;
    const data = { employeeId: ids[nth] as string, before: employee(nth), after: employee(nth) };
    made.push({ type: 'EmployeeEdited', data });
  }
  for (let from = 0; from < made.length; from += 1000) {
    const some = newEvents(contextOf(company.id), made.slice(from, from + 1000));
    await store.append(streams.organization(company.id), some, 'any');
  }
  return company;
}

function sell(commands: Commands, { id, employeeId, campaignId }: Company) {
  return done(
    commands.recordSale(contextOf(id, { actorId: employeeId }), {
      ...{ name: 'Roof', price: 100, status: 'Closed', employeeId, campaignId },
      ...{ entryDate: TODAY, actorIsManager: false },
    }),
  );
}

/** Sales per second, of each company in turn. */
async function rate(commands: Commands, companies: readonly Company[]): Promise<number> {
  const start = performance.now();
  let sold = 0;
  const seller = async () => {
    while (performance.now() - start < ROUND_MS) {
      sold += 1;
      await sell(commands, companies[sold % companies.length] as Company);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, seller));
  return (sold / (performance.now() - start)) * 1000;
}

/** The median time of an edit, one after the other, after the first one if there are more. */
async function editMs(commands: Commands, { id, employeeId }: Company, count: number): Promise<number> {
  const times: number[] = [];
  for (let nth = 0; nth <= count; nth++) {
    const start = performance.now();
    await done(commands.setStandingDuration(contextOf(id), { employeeId, hours: nth % 9 }));
    if (nth > 0 || count === 1) times.push(performance.now() - start);
    if (count === 1) break;
  }
  return median(times);
}

if (import.meta.main) console.log(JSON.stringify(await run(), null, 2));

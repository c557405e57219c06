import { DEMO_COMPANY_ID } from '#contracts/company-kinds.ts';
import { type DemoBot, getDemoBot, runDemoBot } from '#contracts/endpoints/demo.endpoints.ts';
import { localDate, MINUTE_MS } from '#contracts/local-date.ts';
import type { Cancel, Clock, Scheduler } from '#platform/clock.ts';
import type { CommandContext } from '#platform/commands/command.ts';
import { answer, type Route } from '#platform/http/call.ts';
import { derivedId } from '#platform/ids.ts';
import type { Log } from '#platform/log.ts';
import type { TimeZoneOf } from '#platform/principal.ts';
import type { SalesCommands } from '#services/sales/sales.commands.ts';
import type { ShiftsCommands } from '#services/shifts/shifts.commands.ts';
import { CAMPAIGNS } from './demo-catalogue.ts';
import { createDice, saleOf } from './demo-plan.ts';

const RUNS_MS = 2 * MINUTE_MS;
/** One sale each time, so about forty in a run. */
const EVERY_MS = 3000;
/** More than the demo company has people. */
const PEOPLE = 200;

type Listed = {
  readonly id: string;
  readonly employee_role: string;
  readonly campaign_id: string | null;
  readonly campaign_name: string | null;
};

export type DemoBotDeps = {
  readonly commands: {
    readonly sales: Pick<SalesCommands, 'recordSale'>;
    readonly shifts: Pick<ShiftsCommands, 'begin'>;
  };
  readonly queries: {
    listEmployees(
      companyId: string,
      all: object,
      wish: { limit: number },
    ): Promise<{ rows: readonly Listed[] }>;
  };
  readonly accounts: { readonly timeZoneOf: TimeZoneOf };
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Pick<Log, 'warn'>;
};

/** Records sales of the associates of the demo company, by the commands of the API, for a limited time. */
export type Bot = {
  /** When it stops by itself, UTC ISO-8601; null while it does not run. */
  until(): string | null;
  /** Has no effect while it runs. */
  start(): void;
  /** Resolves when no sale is under way. */
  stop(): Promise<void>;
};

export function createDemoBot(deps: DemoBotDeps): Bot {
  const { clock, scheduler, log } = deps;
  let running: { readonly until: string; readonly cancels: readonly Cancel[] } | null = null;
  let selling = Promise.resolve();

  const sell = () => {
    selling = selling
      .then(() => recordSale(deps, clock.now()))
      .catch((err: unknown) => log.warn({ err }, 'the demo bot could not record a sale'));
  };
  const end = () => {
    for (const cancel of running?.cancels ?? []) cancel();
    running = null;
  };
  return {
    until: () => running?.until ?? null,
    start() {
      if (running) return;
      const until = new Date(clock.now().getTime() + RUNS_MS).toISOString();
      running = { until, cancels: [scheduler.every(EVERY_MS, sell), scheduler.after(RUNS_MS, end)] };
      sell();
    },
    async stop() {
      end();
      await selling;
    },
  };
}

/** The ids of a sale derive from its time, so that the bots of two processes record one sale together. */
async function recordSale({ queries, accounts, commands }: DemoBotDeps, time: Date): Promise<void> {
  const companyId = DEMO_COMPANY_ID;
  const turn = Math.floor(time.getTime() / EVERY_MS);
  const dice = createDice('bot', turn);
  const { rows } = await queries.listEmployees(companyId, {}, { limit: PEOPLE });
  const sellers = rows.filter(
    ({ employee_role, campaign_id }) => employee_role === 'sales associate' && campaign_id,
  );
  const seller = sellers[dice.between(0, sellers.length - 1)];
  if (!seller?.campaign_id) return;
  const employeeId = seller.id;
  const timeZone = await accounts.timeZoneOf({ companyId, employeeId });
  const now = time.toISOString();
  const campaign = CAMPAIGNS.find(({ name }) => name === seller.campaign_name) ?? dice.pick(CAMPAIGNS);
  const ctx: CommandContext = {
    companyId,
    actorId: employeeId,
    commandId: derivedId(companyId, 'bot', String(turn)),
    correlationId: derivedId(companyId, 'bot'),
    origin: 'demo bot',
    now,
  };
  await commands.sales.recordSale(ctx, {
    ...saleOf(campaign, dice),
    status: dice.weighted({ Closed: 7, Negotiating: 2, Lead: 1 }),
    employeeId,
    campaignId: seller.campaign_id,
    entryDate: localDate(now, timeZone),
    actorIsManager: false,
  });
  await commands.shifts.begin(ctx, { employeeId, timeZone, reason: 'sale' });
}

/** Without a bot, as in production, and in every other company the button does not exist. */
export function demoRoutes(route: Route, bot: Bot | undefined): void {
  const botOf = (companyId: string) => (companyId === DEMO_COMPANY_ID ? bot : undefined);
  const shown = (companyId: string): DemoBot => ({
    isHere: botOf(companyId) !== undefined,
    until: botOf(companyId)?.until() ?? null,
  });

  route(getDemoBot, ({ caller: { companyId } }) => answer(shown(companyId)));

  route(runDemoBot, async ({ caller: { companyId }, body }) => {
    if (body.run === 'true') botOf(companyId)?.start();
    else await botOf(companyId)?.stop();
    return answer(shown(companyId));
  });
}

import * as endpoints from '#contracts/endpoints/sales.endpoints.ts';
import { isLocalDate, type LocalDate, localDate } from '#contracts/local-date.ts';
import { messages } from '#contracts/messages.ts';
import { type Cents, centsToNumber } from '#contracts/money.ts';
import type { Clock } from '#platform/clock.ts';
import { refuse } from '#platform/commands/decision.ts';
import { type Answer, answer, type Call, type Route } from '#platform/http/call.ts';
import { isManager, type Principal } from '#platform/principal.ts';
import { saleReply } from './sale-reply.ts';
import type { SalesCommands } from './sales.commands.ts';

/** What the read models know of sales. Every question names the company of the one who asks. */
export type SalesQueries = {
  salesOf(companyId: string, employeeId: string, narrow?: { date: LocalDate }): Promise<endpoints.Sale[]>;
  commissionOf(
    companyId: string,
    employeeId: string,
    narrow: { from?: LocalDate | undefined; to?: LocalDate | undefined },
  ): Promise<Cents>;
  /** As of `now` (UTC ISO-8601); N/A without a shift that counts. */
  salesPerHourOf(
    companyId: string,
    employeeId: string,
    date: LocalDate,
    now: string,
  ): Promise<number | 'N/A'>;
  isEmployee(companyId: string, employeeId: string): Promise<boolean>;
};

export type SalesRoutesDeps = {
  commands: Pick<SalesCommands, 'recordSale'>;
  queries: SalesQueries;
  /** The zone of an employee who is not the one asking. */
  timeZoneOf(person: { companyId: string; employeeId: string }): Promise<string>;
  /** Screens that show this person's rate of that day are to show it anew. */
  announceRate(caller: Principal, date: LocalDate): void;
  clock: Clock;
};

export function salesRoutes(route: Route, deps: SalesRoutesDeps): void {
  const { queries, clock } = deps;

  route(endpoints.addSale, (call) => addSale(call, deps));

  route(endpoints.getAllSales, ({ caller, query }) =>
    ofWhom(caller, query.employeeId, queries, async (employeeId) =>
      answer({ requestedData: await queries.salesOf(caller.companyId, employeeId) }),
    ),
  );

  route(endpoints.getSalesOfDate, ({ caller, query, params: { date } }) => {
    if (!isLocalDate(date)) return refuse('invalidDate');
    return ofWhom(caller, query.employeeId, queries, async (employeeId) =>
      answer({ requestedData: await queries.salesOf(caller.companyId, employeeId, { date }) }),
    );
  });

  route(endpoints.updateSalesPerHour, async ({ caller }) => {
    const now = clock.now().toISOString();
    const date = localDate(now, caller.timeZone);
    const salesPerHour = await queries.salesPerHourOf(caller.companyId, caller.employeeId, date, now);
    deps.announceRate(caller, date);
    return answer({ success: true, salesPerHour });
  });

  route(endpoints.getCommission, ({ caller, params, query: { date, from, to } }) => {
    const narrow = { from: date ?? from, to: date ?? to };
    if (![date, from, to].every((each) => each === undefined || isLocalDate(each)))
      return refuse('invalidDate');
    return ofWhom(caller, params.id, queries, async (employeeId) => {
      const cents = await queries.commissionOf(caller.companyId, employeeId, narrow);
      return answer({ commission: centsToNumber(cents) });
    });
  });
}

async function addSale(
  call: Call<typeof endpoints.addSale>,
  { commands, timeZoneOf }: SalesRoutesDeps,
): Promise<Answer<{ message: string; requestedData: endpoints.Sale[] }>> {
  const { caller, body } = call;
  const { companyId } = caller;
  const ctx = call.command(caller);
  const employeeId = body.employeeId || caller.employeeId;
  const timeZone =
    employeeId === caller.employeeId ? caller.timeZone : await timeZoneOf({ companyId, employeeId });
  const { name, price, discount, customerNumber, details, status, campaignId } = body;
  const outcome = await commands.recordSale(ctx, {
    ...{ name, price, discount, customerNumber, details, status, campaignId },
    employeeId,
    entryDate: localDate(ctx.now, timeZone),
    actorIsManager: isManager(caller),
  });
  if (!outcome.ok) return outcome;
  return {
    ok: true,
    position: outcome.position,
    reply: { message: messages.saved, requestedData: [saleReply(outcome.value)] },
  };
}

/** The caller himself, or, for a manager, the employee of his company that he names. */
async function ofWhom<Reply>(
  caller: Principal,
  named: string | undefined,
  queries: Pick<SalesQueries, 'isEmployee'>,
  read: (employeeId: string) => Promise<Answer<Reply>>,
): Promise<Answer<Reply>> {
  if (named === undefined || named === caller.employeeId) return read(caller.employeeId);
  if (!isManager(caller)) return refuse('restricted');
  return (await queries.isEmployee(caller.companyId, named)) ? read(named) : refuse('noSuchEmployee');
}

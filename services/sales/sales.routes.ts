import type { QueryOf, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import * as endpoints from '#contracts/endpoints/sales.endpoints.ts';
import { isLocalDate, type LocalDate, localDate } from '#contracts/local-date.ts';
import { centsToNumber, formatPrice } from '#contracts/money.ts';
import { rejected } from '#contracts/result.ts';
import { readSaleStatus } from '#contracts/sale-status.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import { type Answer, answer, type Call, type Route, removed, written } from '#platform/http/call.ts';
import { ofWhom } from '#platform/http/of-whom.ts';
import { answerPage } from '#platform/http/paging.ts';
import type { Log } from '#platform/log.ts';
import { isManager, type Principal, type TimeZoneOf, timeZoneFor } from '#platform/principal.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { SaleOrder } from '#projections/sales-book/sales-book.queries.ts';
import type { SaleOutcome, SalesCommands } from './sales.commands.ts';

/** Sorted by local date, then by the position of the sale in the log. */
const NEWEST_FIRST = ['date', 'integer'] as const;

export type SalesQueries = Pick<Queries, 'salesOfEmployee' | 'commissionOfSales' | 'saleById'> &
  Pick<Queries, 'commissionOf' | 'salesPerHourOf' | 'todayOf' | 'wasEverEmployee'>;

/** Starts the shift of an employee's today, if it has not begun; the shifts slice has the rule. */
type BeginShift = (
  ctx: CommandContext,
  input: { employeeId: string; timeZone: string; at?: string | undefined; reason: 'refresh' | 'sale' },
) => Promise<CommandOutcome<unknown>>;

export type SalesRoutesDeps = {
  queries: SalesQueries;
  /** Sends the current rate of this employee and date to the screens that show it. */
  announceRate(caller: Principal, date: LocalDate): void;
  beginShift: BeginShift;
  /** Resolves when the read models have reached that position; false when that takes too long. */
  readAt(position: number): Promise<boolean>;
};

/** The routes that read sales. */
export function salesRoutes(route: Route, deps: SalesRoutesDeps): void {
  const { queries } = deps;

  route(endpoints.getAllSales, ({ caller, query }) => listSales(caller, query, queries));

  route(endpoints.getSalesOfDate, ({ caller, query, params: { date } }) =>
    listSales(caller, { ...query, from: date, to: date }, queries),
  );

  route(endpoints.getSale, async ({ caller, params }) => {
    const whose = isManager(caller) ? undefined : caller.employeeId;
    const sale = await queries.saleById(caller.companyId, params.id, whose);
    return sale ? answer({ requestedData: [sale] }) : rejected('noSuchSale');
  });

  route(endpoints.updateSalesPerHour, async (call) => {
    const { caller } = call;
    const { companyId, employeeId, timeZone } = caller;
    const ctx = call.command(caller);
    const shift = await deps.beginShift(ctx, { employeeId, timeZone, reason: 'refresh' });
    if (shift.ok) await deps.readAt(shift.position);
    const date = await queries.todayOf(companyId, employeeId, timeZone, ctx.now);
    const salesPerHour = await queries.salesPerHourOf(companyId, employeeId, date, ctx.now);
    deps.announceRate(caller, date);
    const begun = shift.ok && { position: shift.position };
    return { ...answer({ success: true, salesPerHour }), ...begun };
  });

  route(endpoints.getCommission, ({ caller, params, query: { date, from, to } }) => {
    const narrow = { from: date ?? from, to: date ?? to };
    if (![date, from, to].every((each) => each === undefined || isLocalDate(each)))
      return rejected('invalidDate');
    return ofWhom(caller, params.id, queries, async (employeeId) => {
      const cents = await queries.commissionOf(caller.companyId, employeeId, narrow);
      return answer({ commission: centsToNumber(cents) });
    });
  });
}

/** A page of sales, and with the first one the commission of all that fit. */
function listSales(
  caller: Principal,
  query: QueryOf<typeof endpoints.getAllSales>,
  queries: SalesQueries,
): Answer<ReplyOf<typeof endpoints.getAllSales>> | Promise<Answer<ReplyOf<typeof endpoints.getAllSales>>> {
  const { search, status, campaignId, from, to } = query;
  if (status !== undefined && readSaleStatus(status) === null) return rejected('invalidStatus');
  if (![from, to].every((date) => date === undefined || isLocalDate(date))) return rejected('invalidDate');
  const { companyId } = caller;
  const filter = { search, status, campaignId, from, to };
  const order = orderIn(query.sort);
  // A row for each day: with 100,000 sales a hundredth of the work.
  const isOfDays = search === undefined && status === undefined && campaignId === undefined;
  const earned = isOfDays ? queries.commissionOf : queries.commissionOfSales;
  return ofWhom(caller, query.employeeId, queries, async (employeeId) => {
    const [page, cents] = await Promise.all([
      answerPage(query, keysOf(order), (wish) =>
        queries.salesOfEmployee(companyId, employeeId, { ...wish, ...filter, order }),
      ),
      query.cursor === undefined ? earned(companyId, employeeId, filter) : null,
    ]);
    if (!page.ok || cents === null) return page;
    return answer({ ...page.reply, commission: centsToNumber(cents) });
  });
}

/** The endpoint's schema knows the names. */
function orderIn(sort = '-date'): SaleOrder {
  const isDescending = sort.startsWith('-');
  return {
    by: sort.slice(isDescending ? 1 : 0) as endpoints.SaleSort,
    direction: isDescending ? 'desc' : 'asc',
  };
}

/** The parts of its cursors; see `orderOf` in sales-book.queries.ts. */
function keysOf({ by, direction }: SaleOrder): Parameters<typeof answerPage>[1] {
  if (by === 'date') return direction === 'desc' ? NEWEST_FIRST : [{ only: by }, ...NEWEST_FIRST];
  const value = by === 'price' || by === 'commission' ? 'integer' : 'text';
  return [{ only: direction === 'desc' ? `-${by}` : by }, value, ...NEWEST_FIRST];
}

type SaleChangesDeps = {
  commands: SalesCommands;
  beginShift: BeginShift;
  log: Pick<Log, 'warn'>;
  /** The time zone of another employee. */
  timeZoneOf: TimeZoneOf;
};

/** The routes that change sales: record, edit and delete. */
export function saleChangesRoutes(route: Route, deps: SaleChangesDeps): void {
  const { commands } = deps;

  route(endpoints.addSale, (call) => addSale(call, deps));

  route(endpoints.editSale, async (call) => {
    const { caller, params, body } = call;
    const outcome = await commands.editSale(call.command(caller), {
      ...saidOf(body),
      campaignId: body.campaignId,
      saleId: params.id,
      actorIsManager: isManager(caller),
    });
    return written(outcome, 'updated', shown);
  });

  route(endpoints.deleteSale, async (call) => {
    const { caller, params, body } = call;
    const outcome = await commands.deleteSale(call.command(caller), {
      saleId: params.id,
      entryDate: body.entryDate,
      actorIsManager: isManager(caller),
    });
    return removed(outcome, 'saleDeleted');
  });
}

async function addSale(
  call: Call<typeof endpoints.addSale>,
  deps: SaleChangesDeps,
): Promise<Answer<{ message: string; requestedData: endpoints.Sale[] }>> {
  const { caller, body } = call;
  const ctx = call.command(caller);
  const madeAt = readMadeAt(call.query.madeAt, ctx.now);
  if (madeAt === null) return rejected('invalidDate');
  const employeeId = body.employeeId || caller.employeeId;
  const timeZone = await timeZoneFor(caller, employeeId, deps.timeZoneOf);
  const entryDate = localDate(madeAt ?? ctx.now, timeZone);
  const outcome = await deps.commands.recordSale(ctx, {
    ...saidOf(body),
    campaignId: body.campaignId,
    employeeId,
    entryDate,
    madeAt,
    actorIsManager: isManager(caller),
  });
  if (!outcome.ok || employeeId !== caller.employeeId) return written(outcome, 'saved', shown);
  const shift = await positionOfShift(ctx, { employeeId, timeZone, at: madeAt }, deps);
  const position = Math.max(outcome.position, shift);
  return written({ ...outcome, position }, 'saved', shown);
}

const MADE_WITHIN_MS = 7 * 24 * 3_600_000;
/** The clock of a device may be ahead by so much. */
const CLOCK_AHEAD_MS = 5 * 60_000;

/** When the sale was made: undefined when it did not wait, null when that cannot be right. */
function readMadeAt(sent: string | undefined, now: string): string | undefined | null {
  if (!sent) return undefined;
  const age = Date.parse(now) - Date.parse(sent);
  if (!sent.endsWith('Z') || !(age >= -CLOCK_AHEAD_MS && age <= MADE_WITHIN_MS)) return null;
  return age < 0 ? now : new Date(sent).toISOString();
}

/**
 * A sale by its owner is an act of the day on which it was made, also when it waited for a network. The sale is recorded
 * whether the shift begins or not: the next refresh of that day begins it too.
 */
async function positionOfShift(
  ctx: CommandContext,
  owner: { employeeId: string; timeZone: string; at: string | undefined },
  { beginShift, log }: Pick<SaleChangesDeps, 'beginShift' | 'log'>,
): Promise<number> {
  try {
    const shift = await beginShift(ctx, { ...owner, reason: 'sale' });
    if (shift.ok) return shift.position;
    log.warn({ code: shift.code }, 'a sale did not begin the shift of its day');
  } catch (err) {
    log.warn({ err }, 'a sale did not begin the shift of its day');
  }
  return START;
}

type SaleBody = Call<typeof endpoints.addSale>['body'] | Call<typeof endpoints.editSale>['body'];

/** The used fields of a body. Tax, rate and commission from a client are ignored. */
function saidOf({ name, price, discount, customerNumber, details, status }: SaleBody) {
  return { name, price, discount, customerNumber, details, status };
}

/** A sale as the API shows it, from the state after the command. */
function shown({ saleId, sale, campaignName }: SaleOutcome): endpoints.Sale {
  return {
    id: saleId,
    sale_name: sale.saleName,
    name: campaignName ?? '',
    customer_number: sale.customerNumber,
    price: formatPrice(sale.priceCents),
    discount: sale.discountPercent,
    commission: centsToNumber(sale.commissionCents),
    tax: sale.taxPercent,
    commission_rate: sale.commissionPercent,
    status: sale.status,
    details: sale.details,
    entry_date: sale.entryDate,
    campaign_id: sale.campaignId,
  };
}

import Big from 'big.js';
import type { CommissionLine } from '#contracts/endpoints/numbers.endpoints.ts';
import * as endpoints from '#contracts/endpoints/numbers.endpoints.ts';
import { isLocalDate, type LocalDate } from '#contracts/local-date.ts';
import { centsToNumber } from '#contracts/money.ts';
import { quotient } from '#contracts/numbers/counted-hours.ts';
import type { SortKey } from '#contracts/page.ts';
import { rejected } from '#contracts/result.ts';
import type { Clock } from '#platform/clock.ts';
import type { Answer, Route } from '#platform/http/call.ts';
import { answerPage } from '#platform/http/paging.ts';
import type { Log } from '#platform/log.ts';
import { type Person, type Principal, timeZoneFor } from '#platform/principal.ts';
import { asOf, pastInScope } from '#platform/scope.ts';
import type { Named } from '#projections/directory/directory.queries.ts';
import { type CommissionLines, commissionLines, type LinesKey, type LinesWish } from './commission-lines.ts';
import { type DayFacts, dayFacts, differencesOf } from './day-facts.ts';
import type { HourlyGoal, NumberFacts } from './number-facts.ts';

export type NumbersRoutesDeps = {
  readonly facts: NumberFacts;
  /** The time zone of another employee. */
  readonly timeZoneOf: (person: Person) => Promise<string>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
};

/** Stands for today's date in the employee's time zone. */
const TODAY = 'today';

/**
 * Explains numbers. The answer is the sum of the lines, never the stored number. If the two differ, the reply says
 * so and the program logs an error.
 */
export function numbersRoutes(route: Route, { facts, timeZoneOf, clock, log }: NumbersRoutesDeps): void {
  route(endpoints.openCommission, ({ caller: { companyId }, params: { id }, query }) => {
    const { date } = query;
    const range = { from: date ?? query.from, to: date ?? query.to };
    if (![range.from, range.to].every((day) => day === undefined || isLocalDate(day)))
      return rejected('invalidDate');
    return answerLines(query, clock, (wish) =>
      facts.atOneMoment(companyId, async (moment) => {
        const [employee] = await moment.names([id]);
        if (!employee) return null;
        const sold = await commissionLines(moment, id, range, wish);
        const commission = centsToNumber(await moment.commission(id, range));
        const shown = { screen: 'Total Commission', commission };
        const added = { commission: centsToNumber(sold.cents) };
        const differences = [...sold.differences, ...differencesOf(shown, added)];
        return {
          sold,
          rest: { as_of: wish.now, shown: [shown], ...verdict(companyId, employee, differences) },
        };
      }),
    );
  });

  route(endpoints.openDay, async ({ caller, params: { id: employeeId, date: named }, query }) => {
    const { companyId } = caller;
    if (named !== TODAY && !isLocalDate(named)) return rejected('invalidDate');
    return answerLines(query, clock, async (wish) => {
      const date = named === TODAY ? await todayOf(caller, employeeId, wish.now) : named;
      const day = await dayFacts(facts, { companyId, employeeId, date }, wish, async () => null);
      return day && { sold: day.sold, rest: { date, as_of: wish.now, ...figures(companyId, day) } };
    });
  });

  route(endpoints.openGoal, async ({ caller, params: { id: employeeId }, query }) => {
    const { companyId } = caller;
    return answerLines(query, clock, async (wish) => {
      const date = await todayOf(caller, employeeId, wish.now);
      const which = { companyId, employeeId, date };
      const day = await dayFacts(facts, which, wish, (moment) => moment.goal(employeeId));
      // A deleted employee has no goal.
      if (!day?.also) return null;
      const rest = { date, as_of: wish.now, ...figures(companyId, day), ...goalFacts(day, day.also) };
      return { sold: day.sold, rest };
    });
  });

  async function todayOf(caller: Principal, employeeId: string, now: string): Promise<LocalDate> {
    const timeZone = await timeZoneFor(caller, employeeId, timeZoneOf);
    return facts.atOneMoment(caller.companyId, (moment) => moment.today(employeeId, timeZone, now));
  }

  function figures(companyId: string, day: DayFacts) {
    return {
      hours: day.hours,
      sales_per_hour: day.rate,
      unrounded_rate: day.unroundedRate,
      shown: [...day.shown],
      ...verdict(companyId, day.employee, day.differences),
    };
  }

  function verdict(companyId: string, employee: Named, differences: readonly string[]) {
    if (differences.length > 0)
      log.error(
        { companyId, employeeId: employee.id, differences },
        'a number is not what its lines add up to',
      );
    return { employee, agrees: differences.length === 0, differences: [...differences] };
  }
}

const HOUR_MS = 3_600_000n;

/** The goal, the sales due in the counted hours, and the share that the shown rate has reached. */
function goalFacts({ hours, rate }: Pick<DayFacts, 'hours' | 'rate'>, { campaign, goal }: HourlyGoal) {
  const sold = rate === 'N/A' ? 0 : rate;
  return {
    campaign,
    goal: goal && {
      name: goal.name,
      hourly_sales: goal.hourlySales,
      hourly_decisions: goal.hourlyDecisions,
    },
    due: goal && hours ? dueIn(goal.hourlySales, hours.counted_ms) : null,
    progress: goal && goal.hourlySales > 0 ? sold / goal.hourlySales : null,
  };
}

/** Hourly goal × hours, to six decimals. */
function dueIn(hourlySales: number, countedMs: number): string {
  const [whole = '', fraction = ''] = new Big(hourlySales).times(countedMs).toFixed().split('.');
  return quotient(BigInt(whole + fraction), HOUR_MS * 10n ** BigInt(fraction.length));
}

type LinesReply = {
  requestedData: CommissionLine[];
  nextCursor?: string;
  closed_sales: number;
  commission: number;
};

/** The sort key (local date, then position of the sale) with the moment of the list, see LinesKey. */
const NEWEST_FIRST = ['date', 'integer', 'integer', 'instant'] as const;

/**
 * The reply for an opened number: a page of its lines, the sum of all lines, and the fields of `read`. Later pages
 * use the moment of the first one, so that all pages add up. Null for an employee that the company never had.
 */
async function answerLines<Rest extends object>(
  query: { readonly limit?: string | undefined; readonly cursor?: string | undefined },
  clock: Clock,
  read: (wish: LinesWish) => Promise<{ readonly sold: CommissionLines; readonly rest: Rest } | null>,
): Promise<Answer<LinesReply & Rest>> {
  let found: Awaited<ReturnType<typeof read>> = null;
  const page = await answerPage(query, NEWEST_FIRST, async (wish) => {
    const now = clock.now().toISOString();
    found = await atMomentOf(wish.after, now, (instant) => read({ ...wish, now: instant }));
    return { rows: [...(found?.sold.lines ?? [])], next: found?.sold.next ?? null };
  });
  if (!page.ok) return page;
  // Set in the callback; the compiler does not see that.
  const { sold, rest } = (found as Awaited<ReturnType<typeof read>>) ?? {};
  if (!sold || !rest) return rejected('noSuchEmployee');
  const whole = { closed_sales: sold.closedSales, commission: centsToNumber(sold.cents) };
  return { ok: true, reply: { ...page.reply, ...whole, ...rest } };
}

/** A request with `as-of` has its moment already. A cursor must not point to the future. */
function atMomentOf<Result>(
  key: SortKey | undefined,
  now: string,
  read: (now: string) => Promise<Result>,
): Promise<Result> {
  if (!key || pastInScope()) return read(now);
  const [, , position, then] = key as LinesKey;
  const instant = then < now ? then : now;
  return asOf({ position, instant }, () => read(instant));
}

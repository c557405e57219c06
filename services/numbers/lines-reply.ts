import type { CommissionLine } from '#contracts/endpoints/numbers.endpoints.ts';
import { centsToNumber } from '#contracts/money.ts';
import type { SortKey } from '#contracts/page.ts';
import { rejected } from '#contracts/result.ts';
import { asOf, pastInScope } from '#platform/as-of-scope.ts';
import type { Clock } from '#platform/clock.ts';
import type { Answer } from '#platform/http/call.ts';
import { answerPage } from '#platform/http/paging.ts';
import type { CommissionLines, LinesKey, LinesWish } from './commission-lines.ts';

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
export async function answerLines<Rest extends object>(
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

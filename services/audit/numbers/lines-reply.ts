import type { CommissionLine } from '#contracts/endpoints/numbers.endpoints.ts';
import { centsToNumber } from '#contracts/money.ts';
import type { PageWish } from '#contracts/page.ts';
import { refuse } from '#platform/commands/decision.ts';
import type { Answer } from '#platform/http/call.ts';
import { answerPage } from '#platform/http/paging.ts';
import type { CommissionLines } from './commission-lines.ts';

type LinesReply = {
  requestedData: CommissionLine[];
  nextCursor?: string;
  closed_sales: number;
  commission: number;
};

/** By local date, then by the place of the sale in the history. */
const NEWEST_FIRST = ['date', 'integer'] as const;

/**
 * The reply of an opened number: a page of its lines, the sum of all of them, and what else `read` says. Null
 * is for a person whom the company never had.
 */
export async function answerLines<Rest extends object>(
  query: { readonly limit?: string | undefined; readonly cursor?: string | undefined },
  read: (wish: PageWish) => Promise<{ readonly sold: CommissionLines; readonly rest: Rest } | null>,
): Promise<Answer<LinesReply & Rest>> {
  let found: Awaited<ReturnType<typeof read>> = null;
  const page = await answerPage(query, NEWEST_FIRST, async (wish) => {
    found = await read(wish);
    return { rows: [...(found?.sold.lines ?? [])], next: found?.sold.next ?? null };
  });
  if (!page.ok) return page;
  // Set by the callback, which the compiler does not follow.
  const { sold, rest } = (found as Awaited<ReturnType<typeof read>>) ?? {};
  if (!sold || !rest) return refuse('noSuchEmployee');
  const whole = { closed_sales: sold.closedSales, commission: centsToNumber(sold.cents) };
  return { ok: true, reply: { ...page.reply, ...whole, ...rest } };
}

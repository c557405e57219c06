import type { HistoryEntry } from '#contracts/endpoints/history.endpoints.ts';
import type { Adjusted, PendingSale, StatementRow } from '#contracts/endpoints/pay.endpoints.ts';
import type { LocalDate } from '#contracts/local-date.ts';
import { type Cents, centsToNumber } from '#contracts/money.ts';
import type { StatementLine } from '#contracts/pay/statement.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { WaitingSale } from '#projections/pay/pending-pay.queries.ts';

export async function shownSales(
  queries: Pick<Queries, 'saleNames'>,
  companyId: string,
  waiting: readonly WaitingSale[],
): Promise<PendingSale[]> {
  const names = await queries.saleNames(
    companyId,
    waiting.map(({ id }) => id),
  );
  return waiting.map(({ id, cents, since }) => ({
    ...{ id, name: names.get(id)?.name ?? '', campaign: names.get(id)?.campaign ?? '' },
    ...{ amount: centsToNumber(cents), since },
  }));
}

type OfStatement = { readonly companyId: string; readonly lines: readonly StatementLine[] };

/**
 * Of the adjustments among the lines of a statement, by their sales: what they change, and what changed them. `from`: the
 * first day of its period.
 */
export async function adjustedBy(
  { queries, entriesAt }: AdjustedDeps,
  {
    companyId,
    employeeId,
    lines,
    from,
  }: OfStatement & { readonly employeeId: string; readonly from: LocalDate },
): Promise<ReadonlyMap<string, Adjusted>> {
  const adjustments = lines.filter(({ kind }) => kind === 'adjustment');
  if (adjustments.length === 0) return new Map();
  const ids = adjustments.map(({ id }) => id);
  const before = await queries.paidBefore(companyId, employeeId, { saleIds: ids, from });
  const positions = adjustments.map(({ since }) => since).sort((a, b) => a - b);
  const entries = await entriesAt(companyId, positions);
  const byPosition = new Map(entries.map((entry) => [entry.position, entry]));
  return new Map(
    adjustments.flatMap(({ id, since }) => {
      const [paid, entry] = [before.get(id), byPosition.get(since)];
      const isOfSale = entry?.subject.kind === 'sale' && entry.subject.id === id;
      return paid && isOfSale ? [[id, { ...paid, at: entry.at, cause: causeOf(entry) }] as const] : [];
    }),
  );
}

type AdjustedDeps = {
  readonly queries: Pick<Queries, 'paidBefore'>;
  readonly entriesAt: (companyId: string, positions: readonly number[]) => Promise<readonly HistoryEntry[]>;
};

/** `Price from $500.00 to $400.00`; of an event that is no edit its title. Texts can be long: their label only. */
function causeOf({ title, changes, effect }: HistoryEntry): string {
  if (effect !== 'changed') return title;
  const changed = changes.filter((change) => change.changed);
  const parts = changed.map(({ label, type, before, after }) =>
    type === 'text' ? label : `${label} from ${before?.text ?? 'none'} to ${after?.text ?? 'none'}`,
  );
  return parts.join(', ') || title;
}

/**
 * Lines as people read them: with the names of sales, or the reasons of managers. `dueNow`: what sales of locked lines
 * are due now; null for lines that are not locked.
 */
export async function shownLines(
  queries: Pick<Queries, 'saleNames' | 'addedLines'>,
  {
    companyId,
    lines,
    dueNow,
    adjusted,
  }: OfStatement & {
    readonly dueNow: ReadonlyMap<string, Cents> | null;
    readonly adjusted: ReadonlyMap<string, Adjusted>;
  },
): Promise<StatementRow[]> {
  const idsOf = (otherThan: readonly StatementLine['kind'][]) =>
    lines.flatMap(({ kind, id }) => (otherThan.includes(kind) ? [] : [id]));
  // What is carried over may be either.
  const sales = await queries.saleNames(companyId, idsOf(['bonus', 'correction']));
  const added = await queries.addedLines(companyId, idsOf(['earned', 'adjustment']));
  const dollars = (cents: Cents | null) => (cents === null ? null : centsToNumber(cents));
  return lines.map(({ kind, id, cents, waivedCents, dueCents, since }) => ({
    ...{ kind, id, name: sales.get(id)?.name ?? added.get(id)?.reason ?? '', since },
    ...{ campaign: sales.get(id)?.campaign ?? '', amount: centsToNumber(cents) },
    ...{ waived: centsToNumber(waivedCents), due: dollars(dueCents) },
    due_now: dollars(dueCents === null || !dueNow ? dueCents : (dueNow.get(id) ?? 0)),
    is_undone: added.get(id)?.isUndone ?? false,
    adjusts: (kind === 'adjustment' && adjusted.get(id)) || null,
  }));
}

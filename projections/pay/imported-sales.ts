import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import type { LocalDate } from '#contracts/local-date.ts';
import { isAhead, type PaySchedules } from '#contracts/pay/pay-periods.ts';
import type { RowOf } from '../runner/table.ts';
import type { payRulesTable } from './pay.table.ts';
import { NOT_IMPORTED, type Rows, type Sale } from './statement-rows.ts';

type Rules = Pick<RowOf<typeof payRulesTable>, 'first_day' | 'first_since'>;
type Imported = Pick<Sale, keyof typeof NOT_IMPORTED>;

/**
 * Whether what the sale was due before the first period counts as paid and is on no locked statement yet: it was recorded
 * before the first schedule was set, or marked as imported since. The queries say the same in SQL.
 */
export function countsAsPaid(sale: Sale, rules: Rules | undefined): boolean {
  if (!rules?.first_day || rules.first_since === null) return false;
  if (sale.imported_on !== null) return sale.imported_on < rules.first_day;
  const isFirstLine = sale.locked_lines === 0 && !sale.is_settled;
  return isFirstLine && sale.pays_on < rules.first_day && sale.since < rules.first_since;
}

/**
 * What counts as paid of a sale that is due `dueCents` from now on: what an import records or takes away of a date before
 * the first period, and whatever happens before that begins. Anything else is an adjustment, so what counted as paid
 * stays as it was, whether it is on a locked statement by now or not. An import takes away what counted as paid, and
 * nothing of what statements paid since.
 */
export function importedAs(
  { type, metadata, position }: StoredEvent<'SaleRecorded' | 'SaleEdited' | 'SaleDeleted'>,
  rows: Rows,
  former: Sale | undefined,
  { entryDate, paysOn, dueCents }: { entryDate: LocalDate; paysOn: LocalDate; dueCents: number },
): Imported {
  const rules = rows.rules.get(metadata.companyId);
  const [first]: PaySchedules = JSON.parse(rules?.schedules ?? '[]');
  if (!first) return NOT_IMPORTED;
  const isBefore = (date: LocalDate) => date < first.firstDay;
  const on = (date: LocalDate, cents = dueCents) => ({
    ...{ imported_on: date, imported_cents: cents, imported_since: position },
  });
  if (metadata.origin === 'import' && type !== 'SaleEdited' && isBefore(entryDate))
    return on(entryDate, former && former.paid_cents - former.counted_cents);
  const isOfBefore = isBefore(paysOn) || (former !== undefined && isBefore(former.pays_on));
  if (isOfBefore && isAhead(first, metadata.at)) return isBefore(paysOn) ? on(paysOn) : NOT_IMPORTED;
  return former ? stillImported(former, rules) : NOT_IMPORTED;
}

/** What counts as paid of a sale, and does so whatever becomes of it. */
export function stillImported(sale: Sale, rules: Rules | undefined): Imported {
  if (!countsAsPaid(sale, rules)) return NOT_IMPORTED;
  return {
    imported_on: sale.imported_on ?? sale.pays_on,
    imported_cents: sale.imported_cents ?? sale.due_cents,
    imported_since: sale.imported_since ?? sale.since,
  };
}

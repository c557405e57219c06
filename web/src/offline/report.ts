import type { StatementLine } from '#contracts/pay/statement.ts';
import { pageTitle } from '#contracts/proof/export-page.ts';
import { type ExportReport, findingText, type SaleStanding } from '#contracts/proof/export-report.ts';
import type { LockedStatement } from '#contracts/proof/statement-check.ts';
import { fingerprint } from '#contracts/proof/verdict.ts';
import { element, pairs, section, table } from './elements.ts';
import { count, dayOf, instant, money, percent } from './format.ts';

/** More rows would make the browser slow; the check covers all of them. */
const SALES_SHOWN = 1000;

/** The page after the check: first its result, then the content of the file. */
export function reportOf(report: ExportReport): HTMLElement[] {
  const { header, totals, seals, sales } = report;
  const title = header ? pageTitle(header) : 'A file that cannot be read';
  return [
    element('h1', title),
    verdict(report),
    ...(report.wrong > 0 ? [wrongs(report)] : []),
    facts(report),
    section(
      'Commission',
      element(
        'p',
        'Made anew from each sale: price, less tax and discount, times the rate, to the cent.',
        'soft',
      ),
      table(
        ['Employee', 'Closed sales', 'Commission'],
        totals.map((each) => [each.name ?? 'Name erased', count(each.sales), money(each.cents)]),
        1,
      ),
    ),
    ...(header?.person ? report.statements.toReversed().map((each) => paid(each, report)) : []),
    ...(header?.person ? [statement(sales)] : []),
    ...(seals.length > 0 ? [sealed(seals)] : []),
  ];
}

function verdict({ wrong, findings, events, until }: ExportReport): HTMLElement {
  if (wrong === 0) {
    const said = `${count(events)} events${until ? ` until ${instant(until)}` : ''}: each fits the one before it, none in between is missing, and every amount is right.`;
    return element('div', [element('strong', 'Everything holds'), said], 'good');
  }
  const [first] = findings;
  return element(
    'div',
    [element('strong', 'This file does not hold'), first ? findingText(first) : 'It is not as it was made.'],
    'bad',
  );
}

function wrongs({ findings, wrong }: ExportReport): HTMLElement {
  const list = element(
    'ul',
    findings.map((each) => element('li', findingText(each))),
  );
  const more = wrong - findings.length;
  return section(
    'What does not fit',
    list,
    ...(more > 0 ? [element('p', `and ${count(more)} more.`)] : []),
    element(
      'p',
      'Ask for the file again. If a fresh one does not hold either, the history itself was changed: compare the seals below with the mails that the super employee got.',
    ),
  );
}

function facts({ header, events, full, erased, from, until, link, signedBy }: ExportReport): HTMLElement {
  const rows: [string, string][] = [
    ['Company', header?.companyName ?? 'Unknown'],
    ...(header?.person ? ([['Employee', header.person.name]] as [string, string][]) : []),
    ['Made', header ? instant(header.madeAt) : 'Unknown'],
    ['Events', count(events)],
    ...(full < events
      ? ([['In full', `${count(full)}; of the others only what closes the chain`]] as [string, string][])
      : []),
    ...(erased > 0
      ? ([['Erased', `names, numbers and texts of ${count(erased)}; they still verify`]] as [
          string,
          string,
        ][])
      : []),
    ...(from && until ? ([['Recorded', `${instant(from)} to ${instant(until)}`]] as [string, string][]) : []),
    ['Fingerprint', link ? `${fingerprint(link)} (${link})` : 'None'],
    ['Signed with', signedBy ? `the key ${fingerprint(signedBy)} (${signedBy})` : 'No key'],
  ];
  return section('What this is', pairs(rows));
}

const KINDS: Readonly<Record<StatementLine['kind'], string>> = {
  ...{ earned: 'Earned', adjustment: 'Adjustment', bonus: 'Bonus', correction: 'Correction' },
  ...{ counter: 'Undone', carried: 'Carried over' },
};

/** A statement that is paid: its lines make the amount, and each line what the sale was due less what was paid before. */
function paid(
  { from, to, lines, payableCents, isImported }: LockedStatement,
  { sales, reasons }: Pick<ExportReport, 'sales' | 'reasons'>,
) {
  const names = new Map(sales.map(({ saleId, sale }) => [saleId, sale.saleName || 'Name erased']));
  const rows = lines
    .slice(0, SALES_SHOWN)
    .map(({ kind, id, cents, dueCents }) => [
      names.get(id) ?? reasons.get(id) ?? '–',
      KINDS[kind],
      dueCents === null ? '–' : money(dueCents),
      money(cents),
    ]);
  const more = lines.length - rows.length;
  return section(
    `Statement of ${dayOf(from)} to ${dayOf(to)}`,
    element(
      'p',
      isImported
        ? `Counted as paid before: ${money(payableCents)}`
        : `Paid: ${money(payableCents)}. Each line is what the sale was due, less what was paid of it before.`,
      'soft',
    ),
    table(['Sale or reason', 'Kind', 'Due', 'Amount'], rows, 2),
    ...(more > 0 ? [element('p', `${count(more)} more are counted above and not shown.`)] : []),
  );
}

function statement(sales: readonly SaleStanding[]): HTMLElement {
  const rows = sales
    .slice(0, SALES_SHOWN)
    .map(({ sale }) => [
      dayOf(sale.entryDate),
      sale.saleName || 'Name erased',
      sale.status,
      money(sale.priceCents),
      percent(sale.taxPercent),
      percent(sale.discountPercent),
      percent(sale.commissionPercent),
      money(sale.commissionCents),
    ]);
  const heads = ['Date', 'Sale', 'Status', 'Price', 'Tax', 'Discount', 'Rate', 'Commission'];
  const more = sales.length - rows.length;
  return section(
    'Sales',
    element('p', 'Only Closed sales count.', 'soft'),
    table(heads, rows, 3),
    ...(more > 0 ? [element('p', `${count(more)} more are counted above and not shown.`)] : []),
  );
}

function sealed(seals: ExportReport['seals']): HTMLElement {
  return section(
    'Seals',
    element(
      'p',
      'These fingerprints are also in the mails that the super employee got day by day. Compare them: a history that was made anew before this file was exported shows only there.',
      'soft',
    ),
    table(
      ['Day', 'Events', 'Fingerprint', ''],
      [...seals]
        .reverse()
        .map(({ day, count: events, link, fits }) => [
          dayOf(day),
          count(events),
          fingerprint(link),
          fits ? 'Fits' : 'Does not fit',
        ]),
    ),
  );
}

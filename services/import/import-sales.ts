import { messages } from '#contracts/messages.ts';
import type { Cents } from '#contracts/money.ts';
import { type Book, type CrmSale, PIPELINE_COLUMNS, readPipelineRow } from './crm-rows.ts';
import type { Refused } from './crm-teams.ts';
import { readCsv } from './csv-file.ts';
import type { ImportCompany } from './import-company.ts';
import type { ImportDeps } from './import-deps.ts';
import type { MainProducts, Structure } from './import-structure.ts';

export type SalesReport = {
  accepted: number;
  alreadyThere: number;
  /** Of those that are in now, however they came in. */
  closed: number;
  closedCents: Cents;
  commissionCents: Cents;
  /** Where a reader must have got to, to see them all. */
  position: number;
};

/** Enough for the store to fill its batches; more would only wait in memory. */
const IN_FLIGHT = 256;

/** What can be known before anything is written. */
export type Survey = { readonly rows: number; readonly good: number; readonly mainProducts: MainProducts };

/** Reads every row once: counts them, says which are no sales, and what everybody deals with most. */
export async function surveySales(file: string, book: Book, refused: Refused[]): Promise<Survey> {
  const counts = new Map<string, Map<string, number>>();
  const lineOf = new Map<string, number>();
  let rows = 0;
  for await (const row of readCsv(file, PIPELINE_COLUMNS)) {
    rows += 1;
    const sale = 'problem' in row ? row.problem : readPipelineRow(row.fields, book);
    if (typeof sale === 'string') {
      refused.push({ file, line: row.line, reason: sale });
      continue;
    }
    const former = lineOf.get(sale.id);
    if (former !== undefined) {
      refused.push({ file, line: row.line, reason: `opportunity ${sale.id} is on line ${former} already` });
      continue;
    }
    lineOf.set(sale.id, row.line);
    for (const person of [sale.personKey, book.teams.agents.get(sale.personKey)?.managerKey ?? '']) {
      const products = counts.get(person) ?? new Map<string, number>();
      products.set(sale.productKey, (products.get(sale.productKey) ?? 0) + 1);
      counts.set(person, products);
    }
  }
  const most = (products: Map<string, number>) => [...products].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
  const mainProducts = new Map([...counts].map(([person, products]) => [person, most(products)]));
  return { rows, good: lineOf.size, mainProducts };
}

/** Records every good row as a sale, many at a time. `onRow` is called for each one that is settled. */
export async function importSales(
  deps: ImportDeps,
  file: string,
  company: ImportCompany,
  book: Book,
  structure: Structure,
  refused: Refused[],
  onRow: () => void,
): Promise<SalesReport> {
  const before = await deps.store.head();
  const report: SalesReport = {
    accepted: 0,
    alreadyThere: 0,
    closed: 0,
    closedCents: 0,
    commissionCents: 0,
    position: before,
  };
  const seen = new Set<string>();

  async function record(line: number, sale: CrmSale): Promise<void> {
    const { id, personKey, productKey, entryDate, ...input } = sale;
    const outcome = await deps.commands.sales.recordSale(company.context('sale', id), {
      ...input,
      employeeId: structure.employees.get(personKey) ?? '',
      campaignId: structure.campaigns.get(productKey) ?? '',
      entryDate: entryDate ?? deps.today,
      actorIsManager: false,
    });
    onRow();
    if (!outcome.ok) {
      refused.push({ file, line, reason: messages[outcome.code] });
      return;
    }
    // What this run wrote stands behind everything that was there when it began.
    if (outcome.position > before) report.accepted += 1;
    else report.alreadyThere += 1;
    report.position = Math.max(report.position, outcome.position);
    const { status, priceCents, commissionCents } = outcome.value.sale;
    if (status !== 'Closed') return;
    report.closed += 1;
    report.closedCents += priceCents;
    report.commissionCents += commissionCents;
  }

  async function* goodRows() {
    for await (const row of readCsv(file, PIPELINE_COLUMNS)) {
      const sale = 'problem' in row ? row.problem : readPipelineRow(row.fields, book);
      if (typeof sale === 'string' || seen.has(sale.id)) continue;
      seen.add(sale.id);
      yield { line: row.line, sale };
    }
  }

  const rows = goodRows();
  const work = async () => {
    for (let next = await rows.next(); !next.done; next = await rows.next()) {
      await record(next.value.line, next.value.sale);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  return report;
}

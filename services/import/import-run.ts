import { latestDate } from '#contracts/local-date.ts';
import { messages } from '#contracts/messages.ts';
import type { Cents } from '#contracts/money.ts';
import { newId } from '#platform/ids.ts';
import { CliError } from '#platform/terminal.ts';
import {
  type Book,
  type CrmSale,
  createRefusals,
  PIPELINE_COLUMNS,
  type Refusals,
  type Refused,
  readPipelineRow,
  readProducts,
  readTeams,
} from './crm-rows.ts';
import { expectCsvFile, readCsv } from './csv-file.ts';
import type { ImportArgs } from './import.args.ts';
import { type ImportCompany, type ImportDeps, openCompany } from './import-company.ts';
import { addStructure, type MainProducts, type Structure } from './import-structure.ts';

export type ImportReport = SalesReport & {
  readonly companyId: string;
  readonly email: string;
  readonly campaigns: number;
  readonly managers: number;
  readonly associates: number;
  readonly rows: number;
  /** The first refused rows of the three files, in the order of files and lines. */
  readonly refused: readonly Refused[];
  /** All of them, by the kind of their reasons. */
  readonly refusedKinds: ReturnType<Refusals['kinds']>;
};

/** Called during the import. */
export type Progress = {
  /** Called immediately: after an interruption the password cannot be shown again. */
  founded(email: string, firstPassword: string): void;
  start(rows: number): void;
  step(): void;
};

/**
 * Imports the sales of a CRM into a company. It may be repeated, also after an interruption: existing data stays as it
 * is. Rejects with CliError before anything is written when no row is valid.
 */
export async function runImport(
  deps: ImportDeps,
  args: ImportArgs,
  progress: Progress,
): Promise<ImportReport> {
  for (const file of [args.products, args.teams, args.pipeline]) expectCsvFile(file);
  const refused = createRefusals();
  const products = await readProducts(args.products, refused);
  const teams = await readTeams(args.teams, refused);
  const book: Book = { products, teams, latestDate: latestDate(deps.now) };
  const survey = await surveySales(args.pipeline, book, refused);
  if (survey.good === 0) throw nothingToImport(args, refused);

  const people = teams.managers.size + teams.agents.size + 1;
  const company = await openCompany(deps, args, newId(), people);
  if (company.firstPassword !== undefined) progress.founded(args.company, company.firstPassword);
  const structure = await addStructure(deps, args, company, book, survey.mainProducts);
  progress.start(survey.good);
  const sales = await importSales(deps, args.pipeline, company, book, structure, refused, progress.step);
  return {
    ...sales,
    companyId: company.companyId,
    email: args.company,
    campaigns: structure.campaigns.size,
    managers: teams.managers.size,
    associates: teams.agents.size,
    rows: survey.rows,
    refusedKinds: refused.kinds(),
    refused: inOrder(refused.first(), [args.products, args.teams, args.pipeline]),
  };
}

function nothingToImport({ pipeline }: ImportArgs, refused: Refusals): CliError {
  const [first] = refused.first();
  if (!first) return new CliError(`${pipeline} has no rows`);
  const where = `${first.file} line ${first.line}: ${first.reason}`;
  return new CliError(`No row of ${pipeline} can be imported. The first problem is in ${where}`);
}

function inOrder(refused: readonly Refused[], files: readonly string[]): readonly Refused[] {
  return refused.toSorted((a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line);
}

type SalesReport = {
  accepted: number;
  alreadyThere: number;
  /** Of all sales that exist now, whether this run added them or not. */
  closed: number;
  closedCents: Cents;
  commissionCents: Cents;
  /** Position that a read model must have reached to show all of them. */
  position: number;
};

/** Enough for the store to fill its batches; more rows would only wait in memory. */
const IN_FLIGHT = 256;

/** Results of reading the file before anything is written. */
type Survey = { readonly rows: number; readonly good: number; readonly mainProducts: MainProducts };

/** Reads every row once: counts them, refuses invalid ones, and finds the main product of each person. */
async function surveySales(file: string, book: Book, refused: Refusals): Promise<Survey> {
  const counts = new Map<string, Map<string, number>>();
  const lineOf = new Map<string, number>();
  let rows = 0;
  for await (const row of readCsv(file, PIPELINE_COLUMNS)) {
    rows += 1;
    const sale = 'problem' in row ? row.problem : readPipelineRow(row.fields, book);
    if (typeof sale === 'string') {
      refused.add({ file, line: row.line, reason: sale });
      continue;
    }
    const former = lineOf.get(sale.id);
    if (former !== undefined) {
      refused.add({ file, line: row.line, reason: `opportunity ${sale.id} is on line ${former} already` });
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

/** Records every valid row as a sale, many at a time. `onRow` is called after each one. */
async function importSales(
  deps: ImportDeps,
  file: string,
  company: ImportCompany,
  book: Book,
  structure: Structure,
  refused: Refusals,
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
      refused.add({ file, line, reason: messages[outcome.code] });
      return;
    }
    // Events of this run have positions after `before`.
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

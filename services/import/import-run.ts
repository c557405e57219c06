import { newId } from '#platform/ids.ts';
import { CliError } from '#platform/terminal/cli-error.ts';
import type { Book } from './crm-rows.ts';
import { type Refused, readProducts, readTeams } from './crm-teams.ts';
import type { ImportArgs } from './import.args.ts';
import { openCompany } from './import-company.ts';
import type { ImportDeps } from './import-deps.ts';
import { importSales, type SalesReport, surveySales } from './import-sales.ts';
import { addStructure } from './import-structure.ts';

export type ImportReport = SalesReport & {
  readonly companyId: string;
  readonly email: string;
  readonly campaigns: number;
  readonly managers: number;
  readonly associates: number;
  readonly rows: number;
  /** Every row of the three files that did not go in, in the order of files and lines. */
  readonly refused: readonly Refused[];
};

/** Hears how far the import is. */
export type Progress = {
  /** Called at once: after an interruption the password cannot be shown again. */
  founded(email: string, firstPassword: string): void;
  start(rows: number): void;
  step(): void;
};

/**
 * Brings a book of sales into a company. May be repeated, also after it was cut short: what is there already
 * stays as it is. Rejects with CliError, before anything is written, when nothing could go in.
 */
export async function runImport(
  deps: ImportDeps,
  args: ImportArgs,
  progress: Progress,
): Promise<ImportReport> {
  const refused: Refused[] = [];
  const products = await readProducts(args.products, refused);
  const teams = await readTeams(args.teams, refused);
  const book: Book = { products, teams };
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
    refused: inOrder(refused, [args.products, args.teams, args.pipeline]),
  };
}

function nothingToImport({ pipeline }: ImportArgs, refused: readonly Refused[]): CliError {
  const [first] = refused;
  if (!first) return new CliError(`${pipeline} has no rows`);
  const where = `${first.file} line ${first.line}: ${first.reason}`;
  return new CliError(`No row of ${pipeline} can be imported. The first problem is in ${where}`);
}

function inOrder(refused: readonly Refused[], files: readonly string[]): readonly Refused[] {
  return refused.toSorted((a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line);
}

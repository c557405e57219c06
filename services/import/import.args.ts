import { parseArgs } from 'node:util';
import { parsePercent } from '#contracts/money.ts';
import { readEmail, readShortText } from '#contracts/text.ts';
import { CliError } from '#platform/terminal.ts';

export type ImportArgs = {
  /** Email of the company's super employee. */
  readonly company: string;
  readonly pipeline: string;
  readonly teams: string;
  readonly products: string;
  /** Name of a new company; undefined: from the email. */
  readonly name: string | undefined;
  /** Rates of every campaign that is added, in percent. */
  readonly commission: number;
  readonly tax: number;
};

export const USAGE =
  'npm run import -- --company <admin email> --pipeline f.csv --teams f.csv --products f.csv' +
  ' [--name "Company"] [--commission 10] [--tax 0]';

const OPTIONS = {
  company: { type: 'string' },
  pipeline: { type: 'string' },
  teams: { type: 'string' },
  products: { type: 'string' },
  name: { type: 'string' },
  commission: { type: 'string', default: '10' },
  tax: { type: 'string', default: '0' },
} as const;

/** Throws CliError with the argument that is missing or wrong. */
export function readImportArgs(argv: readonly string[]): ImportArgs {
  const { company, name, commission, tax, ...files } = parse(argv);
  const email = readEmail(required('company', company));
  if (email === null) throw new CliError(`--company takes an email, not "${company}"`);
  const companyName = name === undefined ? undefined : readShortText(name);
  if (companyName === null || companyName === '') {
    throw new CliError('--name takes the name of the company, up to 255 characters');
  }
  return {
    company: email,
    pipeline: required('pipeline', files.pipeline),
    teams: required('teams', files.teams),
    products: required('products', files.products),
    name: companyName,
    commission: percent('commission', commission),
    tax: percent('tax', tax),
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS }).values;
  } catch (error) {
    const [sentence] = (error as Error).message.split(/\.\s/);
    throw new CliError(`${sentence}. Usage: ${USAGE}`);
  }
}

function required(option: string, given: string | undefined): string {
  if (!given) throw new CliError(`--${option} is missing. Usage: ${USAGE}`);
  return given;
}

function percent(option: string, given: string): number {
  const read = parsePercent(given);
  if (read === null) throw new CliError(`--${option} takes a percentage from 0 to 100, not "${given}"`);
  return read;
}

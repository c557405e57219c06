import { isDeepStrictEqual } from 'node:util';
import { formatPrice } from '#contracts/money.ts';
import type { Recomputed, StatementLine } from '#contracts/pay/statement.ts';
import { emailOf, readOptions } from '#platform/terminal.ts';

export const STATEMENTS_USAGE = 'npm run audit -- statements [--company <admin email>]';

/** The email of a super employee; null: all companies. Throws CliError. */
export function readStatementsArgs(argv: readonly string[]): { readonly company: string | null } {
  const { company } = readOptions(argv, { company: { type: 'string' } } as const, STATEMENTS_USAGE);
  return { company: company === undefined ? null : emailOf(company) };
}

/** What differs between a locked statement and its events, one text for each line. */
function differences({ locked, recomputed }: Recomputed): string[] {
  const nameOf = ({ kind, id }: StatementLine) => `${kind} ${id}`;
  const expected = new Map(recomputed.map((line) => [nameOf(line), line]));
  const changed = locked.flatMap((line) => {
    const other = expected.get(nameOf(line));
    expected.delete(nameOf(line));
    if (isDeepStrictEqual(other, line)) return [];
    const says = other ? `the events say ${formatPrice(other.cents)}` : 'the events have no such line';
    return [`${nameOf(line)} is ${formatPrice(line.cents)}, ${says}`];
  });
  return [...changed, ...[...expected.keys()].map((name) => `${name} is missing`)];
}

/** Prints a line for each amount that is not as the events say, then the sum; true when there is none. */
export async function auditStatements(
  name: string,
  statements: AsyncIterable<Recomputed>,
  say: (line: string) => void,
): Promise<boolean> {
  let [amounts, changed, count] = [0, 0, 0];
  for await (const statement of statements) {
    const { period, employeeId } = statement;
    const found = differences(statement);
    for (const text of found) say(`Statement of ${employeeId}, ${period.from} to ${period.to}: ${text}`);
    amounts += statement.locked.length;
    changed += found.length;
    count += 1;
  }
  say(`${name}: ${changed} of ${amounts} amounts changed in ${count} locked statements`);
  return changed === 0;
}

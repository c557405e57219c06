import { emailOf, readOptions } from '#platform/terminal.ts';

export const VERIFY_USAGE = 'npm run audit -- verify [--company <admin email>]';

/** The email of a super employee; null: all companies. */
export type VerifyArgs = { readonly company: string | null };

/** Throws CliError. */
export function readVerifyArgs(argv: readonly string[]): VerifyArgs {
  const { company } = readOptions(argv, { company: { type: 'string' } }, VERIFY_USAGE);
  return { company: company === undefined ? null : emailOf(company) };
}

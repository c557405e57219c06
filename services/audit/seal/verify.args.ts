import { emailOf, readOptions } from '../audit.args.ts';

export const VERIFY_USAGE = 'npm run audit -- verify [--company <admin email>]';

/** Email of the super employee; null: every company. */
export type VerifyArgs = { readonly company: string | null };

/** Throws AuditProblem. */
export function readVerifyArgs(argv: readonly string[]): VerifyArgs {
  const { company } = readOptions(argv, { company: { type: 'string' } }, VERIFY_USAGE);
  return { company: company === undefined ? null : emailOf(company) };
}

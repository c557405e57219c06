import { parseArgs } from 'node:util';

export const USAGE = 'npm run retention -- --dry-run | --apply';

export type RetentionArgs = { readonly kind: 'dry run' | 'apply' };

/** Nothing is erased unless it is said: exactly one of the two. Null when it is not. */
export function readRetentionArgs(argv: readonly string[]): RetentionArgs | null {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { 'dry-run': { type: 'boolean' }, apply: { type: 'boolean' } },
    });
    if (values.apply === values['dry-run']) return null;
    return { kind: values.apply ? 'apply' : 'dry run' };
  } catch {
    return null;
  }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageCode } from '#contracts/messages.ts';
import { refusedChoice, refusedLength, refusedRegistrant } from '#contracts/password.ts';

/** Every list of passwords that attackers try begins with these; where they come from stands in the file. */
const COMMON: ReadonlySet<string> = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# ')),
);

/** Whatever its case. */
export function isCommon(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}

/**
 * What is wrong with a password, or null. The parts that need no list are in contracts, so that forms say the
 * same before anything is sent.
 */
export const passwordRules = {
  /** Of an added employee: whoever added him chose it, or it was generated. */
  given: (password: string) => refusedLength(password) ?? refusedAsCommon(password),
  /** Chosen in a reset. */
  chosen: (password: string) => refusedChoice(password) ?? refusedAsCommon(password),
  /** Chosen in a registration. */
  registered: (password: string) => refusedRegistrant(password) ?? refusedAsCommon(password),
} satisfies Record<string, (password: string) => MessageCode | null>;

function refusedAsCommon(password: string): MessageCode | null {
  return isCommon(password) ? 'commonPassword' : null;
}

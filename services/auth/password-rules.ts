import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkChosenPassword, checkPasswordLength, checkRegistrantPassword } from '#contracts/password.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';

/** The passwords that attackers try first; the file names its source. */
const COMMON: ReadonlySet<string> = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# ')),
);

/** Ignores case. */
export function isCommon(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}

/** The rules that need no list are in contracts, so that forms can check them. */
export const passwordRules = {
  /** For the password of an added employee, chosen by a manager or generated. */
  given: (password: string) => unlessCommon(password, checkPasswordLength(password)),
  /** For a password chosen in a reset. */
  chosen: (password: string) => unlessCommon(password, checkChosenPassword(password)),
  /** For a password chosen in a registration. */
  registered: (password: string) => unlessCommon(password, checkRegistrantPassword(password)),
} satisfies Record<string, (password: string) => Result>;

function unlessCommon(password: string, checked: Result): Result {
  if (!checked.ok) return checked;
  return isCommon(password) ? rejected('commonPassword') : accepted();
}

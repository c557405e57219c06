import { accepted, type Result, rejected } from './result.ts';

/** In characters, as a person counts them: an emoji is one. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

/** Applies to every password, including one that a manager chose or that was generated. It is not normalized. */
export function checkPasswordLength(password: string): Result<undefined, 'tooShort' | 'tooLong'> {
  const length = [...password].length;
  if (length < PASSWORD_MIN) return rejected('tooShort');
  return length > PASSWORD_MAX ? rejected('tooLong') : accepted();
}

/** For a password that employees choose for themselves in a reset; names the first rule that it breaks. */
export function checkChosenPassword(password: string): Result {
  const length = checkPasswordLength(password);
  if (!length.ok) return length;
  if (!CAPITAL.test(password)) return rejected('lacksCapLetter');
  return SYMBOL.test(password) ? accepted() : rejected('lacksSymbol');
}

/** For the password of a registration, which has one message for all missing parts. */
export function checkRegistrantPassword(password: string): Result {
  const length = checkPasswordLength(password);
  if (!length.ok && length.code === 'tooLong') return length;
  const has = REGISTRANT_PARTS.every((part) => passwordParts[part](password));
  return has ? accepted() : rejected('weakPassword');
}

/** The parts that a password may need, for forms that tick them off while it is typed. */
export const passwordParts = {
  length: (password: string) => [...password].length >= PASSWORD_MIN,
  capital: (password: string) => CAPITAL.test(password),
  small: (password: string) => SMALL.test(password),
  digit: (password: string) => DIGIT.test(password),
  symbol: (password: string) => SYMBOL.test(password),
};
export type PasswordPart = keyof typeof passwordParts;
/** The parts that each form asks for. A password with all of them is accepted unless it is too long. */
export const CHOICE_PARTS = ['length', 'capital', 'symbol'] as const satisfies readonly PasswordPart[];
export const REGISTRANT_PARTS = [
  'length',
  'capital',
  'small',
  'digit',
  'symbol',
] as const satisfies readonly PasswordPart[];

const CAPITAL = /\p{Lu}/u;
const SMALL = /\p{Ll}/u;
const DIGIT = /\p{Nd}/u;
/** Any character that is not a letter, an accent, a number or white space. */
const SYMBOL = /[^\p{L}\p{M}\p{N}\s]/u;

const ALPHANUMERICS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const GENERATED_LENGTH = 10;
/** The largest multiple of 62 in a byte. Higher bytes are dropped: they would make the first letters likelier. */
const FAIR = 256 - (256 % ALPHANUMERICS.length);

/**
 * Ten alphanumeric characters, all equally likely: 59 bits. `randomBytes` must use a cryptographic source, in a
 * browser `(count) => crypto.getRandomValues(new Uint8Array(count))`.
 */
export function generatePassword(randomBytes: (count: number) => Uint8Array): string {
  let password = '';
  while (password.length < GENERATED_LENGTH) {
    for (const byte of randomBytes(GENERATED_LENGTH - password.length)) {
      if (byte < FAIR) password += ALPHANUMERICS[byte % ALPHANUMERICS.length];
    }
  }
  return password;
}

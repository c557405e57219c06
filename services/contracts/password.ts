import type { MessageCode } from './messages.ts';

/** In characters, as a person counts them: an emoji is one. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

/** Of every password, also one that somebody else chose or that was generated. It is kept exactly as it is. */
export function refusedLength(password: string): MessageCode | null {
  const length = [...password].length;
  if (length < PASSWORD_MIN) return 'tooShort';
  return length > PASSWORD_MAX ? 'tooLong' : null;
}

/** Of a password that a person chooses for himself when he resets it. The first rule that it breaks. */
export function refusedChoice(password: string): MessageCode | null {
  const length = refusedLength(password);
  if (length !== null) return length;
  if (!CAPITAL.test(password)) return 'lacksCapLetter';
  return SYMBOL.test(password) ? null : 'lacksSymbol';
}

/** Of the password of a registration, which has one message for all that it has to have. */
export function refusedRegistrant(password: string): MessageCode | null {
  const length = refusedLength(password);
  if (length === 'tooLong') return length;
  const has = REGISTRANT_PARTS.every((part) => passwordParts[part](password));
  return has ? null : 'weakPassword';
}

/** What a password may have to have, for forms that tick it off while it is typed. */
export const passwordParts = {
  length: (password: string) => [...password].length >= PASSWORD_MIN,
  capital: (password: string) => CAPITAL.test(password),
  small: (password: string) => SMALL.test(password),
  digit: (password: string) => DIGIT.test(password),
  symbol: (password: string) => SYMBOL.test(password),
};
export type PasswordPart = keyof typeof passwordParts;
/** The parts that a form asks for; with all of them a password of bearable length is taken. */
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
/** Neither letter (with its accents) nor number nor space. */
const SYMBOL = /[^\p{L}\p{M}\p{N}\s]/u;

const ALPHANUMERICS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const GENERATED_LENGTH = 10;
/** The largest multiple of 62 in a byte: bytes from here on would make the first letters likelier. */
const FAIR = 256 - (256 % ALPHANUMERICS.length);

/**
 * Ten alphanumeric characters, all equally likely: 59 bits. `randomBytes` gives so many bytes from a
 * cryptographic source, in a browser `(count) => crypto.getRandomValues(new Uint8Array(count))`.
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

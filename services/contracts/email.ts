import { isCleanText } from './text.ts';

/** What the forms and the server take for an email: one @, a dot in the domain, a tld of two letters or more. */
const EMAIL = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,250}\.[A-Za-z]{2,63}$/;

export function isEmail(text: string): boolean {
  return text.length <= 320 && EMAIL.test(text) && isCleanText(text);
}

/** The address in the one form in which it is kept and compared: trimmed, lower case. Null when it is none. */
export function readEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  return isEmail(email) ? email : null;
}

import { isCleanText } from './text.ts';

/** The forms and the server accept one @, a dot in the domain and a top-level domain of two letters or more. */
const EMAIL = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,250}\.[A-Za-z]{2,63}$/;

export function isEmail(text: string): boolean {
  return text.length <= 320 && EMAIL.test(text) && isCleanText(text);
}

/** The address as it is stored and compared: trimmed, lower case. Null when it is not an email. */
export function readEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  return isEmail(email) ? email : null;
}

/** The maximum length of a name, number or title in UTF-16 units; the forms use the same limit. */
export const TEXT_MAX = 255;
/** The maximum length of a visitor's message to support, in UTF-16 units; form and server share it. */
export const INQUIRY_MAX = 5_000;

/**
 * True for text that can be stored: no control characters (Postgres stores no NUL, and the others could deceive
 * a reader) and no half of a surrogate pair. `lines` allows line breaks and tabs.
 */
export function isCleanText(text: string, { lines = false } = {}): boolean {
  if (!text.isWellFormed()) return false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isBreak = code === 9 || code === 10 || code === 13;
    if ((code < 32 && !(lines && isBreak)) || (code >= 127 && code < 160)) return false;
  }
  return true;
}

/** The first `max` UTF-16 units, never ending in half a character. */
export function cutText(text: string, max: number): string {
  const cut = text.slice(0, max);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

/** Reads text for one line, trimmed. It may be empty; null when it cannot be stored or is too long. */
export function readShortText(text: string): string | null {
  const trimmed = text.trim();
  return trimmed.length <= TEXT_MAX && isCleanText(trimmed) ? trimmed : null;
}

/** The form in which names are compared: without case, full-width forms and repeated spaces. */
export function normalizeName(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

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

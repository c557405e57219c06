import { hash } from 'node:crypto';

/** SHA-256 of a text as UTF-8, in 64 lower-case hex digits. */
export function sha256(text: string): string {
  return hash('sha256', text);
}

/** SHA-256 as bytes. Stored instead of a random token, so that a leaked database reveals no token. */
export function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

import { hash } from 'node:crypto';
import { v7 } from 'uuid';

/** 6f1f6c1e-6d0b-5c59-9a55-7a11b0a2d000 as bytes. */
const NAMESPACE = Buffer.from('6f1f6c1e6d0b5c599a557a11b0a2d000', 'hex');

/** A new id; sorts by time of creation. */
export function newId(): string {
  return v7();
}

/**
 * The same parts always give the same id: for retries, imports and event ids. A UUID of version 5 (RFC 9562,
 * SHA-1 of namespace and name); several are made for every sale, so by Node's own hash in one call.
 */
export function derivedId(...parts: readonly (string | number)[]): string {
  const name = Buffer.from(JSON.stringify(parts));
  const hex = hash('sha1', Buffer.concat([NAMESPACE, name]), 'hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** True for a text that can be an id and so a part of a stream's name; an id in a request may be any text. */
export function isId(text: string): boolean {
  return /^[0-9A-Za-z-]{1,64}$/.test(text);
}

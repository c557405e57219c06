import { v5, v7 } from 'uuid';

const NAMESPACE = '6f1f6c1e-6d0b-5c59-9a55-7a11b0a2d000';

/** A new id; sorts by time of creation. */
export function newId(): string {
  return v7();
}

/** The same parts always give the same id: for retries, imports and event ids. */
export function derivedId(...parts: readonly (string | number)[]): string {
  return v5(JSON.stringify(parts), NAMESPACE);
}

/** True for text that can be an id and so part of a stream's name; an id from outside may be anything. */
export function isId(text: string): boolean {
  return /^[0-9A-Za-z-]{1,64}$/.test(text);
}

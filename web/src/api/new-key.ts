/**
 * A new key of 128 random bits. Not `crypto.randomUUID`: browsers offer it only to pages over https or from the same
 * machine, and an office may serve the program over plain http.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

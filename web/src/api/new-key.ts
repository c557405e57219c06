/**
 * A key nobody used before, 128 random bits. Not `crypto.randomUUID`, which browsers keep from pages that come
 * over plain http from anywhere but this machine, as in an office without a certificate.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

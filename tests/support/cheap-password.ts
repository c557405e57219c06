import { argon2Sync, randomBytes } from 'node:crypto';

/**
 * A hash as accounts keep it, for next to no work: a stored hash says itself what it costs, so that signing in with
 * it costs as little. The program's own takes thirty milliseconds of a processor for each that is made or compared.
 */
export function cheapHash(password: string): string {
  const [memory, passes, parallelism] = [8, 1, 1];
  const nonce = randomBytes(16);
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce,
    memory,
    passes,
    parallelism,
    tagLength: 32,
  });
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

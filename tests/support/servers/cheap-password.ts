import { argon2Sync, randomBytes } from 'node:crypto';
import { verifySignIn } from '#services/auth/passwords.ts';

/**
 * A password hash with minimal costs. A stored hash names its costs, so signing in with it is cheap, too. A hash with
 * the program's costs takes thirty milliseconds of processor time to make or compare.
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

/** In place of the program's own, where tests make many. */
export const hashCheaply = async (password: string) => cheapHash(password);

/** In place of the program's own, where tests send many wrong passwords. */
export async function pretendCheaply(password: string): Promise<false> {
  await verifySignIn(password, cheapHash('of no password'));
  return false;
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { refusedLength } from '#contracts/password.ts';
import { createSlots } from '#platform/slots.ts';

const derive = promisify(argon2);

/** Costs as OWASP recommends for argon2id: 19 MiB, 2 passes, one lane; about 30 ms. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** Longer passwords are refused unhashed: nobody types them, and hashing them is work for an attacker's cent. */
export function isTooLong(password: string): boolean {
  return refusedLength(password) === 'tooLong';
}

/**
 * Two at a time: each takes 19 MiB and a thread that files and DNS want too. A queue this long is seconds of
 * work; whoever comes then is told to come again.
 */
const slots = createSlots({ running: 2, waiting: 200 });

/** A hash to keep, with its parameters and salt: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await slots(() =>
    argon2id({
      message: password,
      nonce,
      memory: MEMORY_KIB,
      passes: PASSES,
      parallelism: LANES,
      tagLength: TAG_BYTES,
    }),
  );
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(nonce)}$${base64(tag)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Whether `password` made `stored`; compared in constant time. Throws on a hash that is not one of ours. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const parts = PHC.exec(stored);
  if (!parts) throw new Error('a stored password hash is not readable');
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number];
  const nonce = Buffer.from(parts[4] as string, 'base64');
  const expected = Buffer.from(parts[5] as string, 'base64');
  const tag = await slots(() =>
    argon2id({ message: password, nonce, memory, passes, parallelism, tagLength: expected.length }),
  );
  return timingSafeEqual(tag, expected);
}

/** As much work as a real comparison, for emails nobody has: the time of an answer tells nothing. */
export async function pretendToVerify(password: string): Promise<false> {
  await slots(() =>
    argon2id({
      message: password,
      nonce: Buffer.alloc(SALT_BYTES),
      memory: MEMORY_KIB,
      passes: PASSES,
      parallelism: LANES,
      tagLength: TAG_BYTES,
    }),
  );
  return false;
}

function argon2id(parameters: Argon2Parameters): Promise<Buffer> {
  return derive('argon2id', parameters);
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

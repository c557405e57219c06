import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { PASSWORD_MAX } from '#contracts/password.ts';
import { createFairSemaphore, createSemaphore } from '#platform/concurrency/mutex.ts';

/** The costs that OWASP recommends for argon2id: 19 MiB, 2 passes, one lane; about 30 ms. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** Longer passwords are refused unhashed: people do not type them, and hashing them would be cheap to abuse. */
export function isTooLong(password: string): boolean {
  return [...password].length > PASSWORD_MAX;
}

/**
 * Each hash takes 19 MiB and one of the four threads that files and DNS share, too. Signing in has lanes of its own: it
 * waits for nothing else. With a full queue, which is seconds of work, requests are told to try again.
 */
const ofSignIn = createSemaphore({ running: 2, waiting: 200 });
const ofTheRest = createFairSemaphore({ running: 1, waitingOfKey: 100, waiting: 1000 });

/**
 * A hash with its parameters and salt: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. Companies wait in turns, with one for
 * all requests without a company. Throws QueueFullError.
 */
export async function hashPassword(password: string, companyId = ''): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await ofTheRest(companyId, () =>
    argon2id({
      message: password,
      nonce,
      memory: MEMORY_KIB,
      passes: PASSES,
      parallelism: LANES,
      tagLength: TAG_BYTES,
    }),
  );
  return hashText(nonce, tag);
}

function hashText(nonce: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(nonce)}$${base64(tag)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * Whether `stored` is a hash of `password`; compares in constant time. Throws for a hash of another format, and
 * QueueFullError.
 */
export function verifyPassword(password: string, stored: string): Promise<boolean> {
  return compare(password, stored, (work) => ofTheRest('', work));
}

/** The same in the lane of signing in. */
export function verifySignIn(password: string, stored: string): Promise<boolean> {
  return compare(password, stored, ofSignIn);
}

async function compare(
  password: string,
  stored: string,
  inLane: (work: () => Promise<Buffer>) => Promise<Buffer>,
): Promise<boolean> {
  const parts = PHC.exec(stored);
  if (!parts) throw new Error('a stored password hash is not readable');
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number];
  const nonce = Buffer.from(parts[4] as string, 'base64');
  const expected = Buffer.from(parts[5] as string, 'base64');
  const tag = await inLane(() =>
    argon2id({ message: password, nonce, memory, passes, parallelism, tagLength: expected.length }),
  );
  return timingSafeEqual(tag, expected);
}

/** A hash of no password, with the costs of today. */
const OF_NO_PASSWORD = hashText(Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES));

/** As much work as a real comparison, for unknown emails: response times must not reveal which emails exist. */
export async function pretendToVerify(password: string): Promise<false> {
  await verifySignIn(password, OF_NO_PASSWORD);
  return false;
}

function argon2id(parameters: Argon2Parameters): Promise<Buffer> {
  return promisify(argon2)('argon2id', parameters);
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

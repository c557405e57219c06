import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  checkChosenPassword,
  checkPasswordLength,
  checkRegistrantPassword,
  PASSWORD_MAX,
} from '#contracts/password.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import { createSemaphore } from '#platform/concurrency/mutex.ts';

const derive = promisify(argon2);

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
 * Two at a time: each takes 19 MiB and a thread of the pool that files and DNS share. A queue this long is
 * seconds of work; further requests are told to try again.
 */
const limited = createSemaphore({ running: 2, waiting: 200 });

/** A hash with its parameters and salt: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await limited(() =>
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

/** Whether `stored` is a hash of `password`; compares in constant time. Throws for a hash of another format. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const parts = PHC.exec(stored);
  if (!parts) throw new Error('a stored password hash is not readable');
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number];
  const nonce = Buffer.from(parts[4] as string, 'base64');
  const expected = Buffer.from(parts[5] as string, 'base64');
  const tag = await limited(() =>
    argon2id({ message: password, nonce, memory, passes, parallelism, tagLength: expected.length }),
  );
  return timingSafeEqual(tag, expected);
}

/** A hash of no password, with the costs of today. */
const OF_NO_PASSWORD = hashText(Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES));

/** As much work as a real comparison, for unknown emails: response times must not reveal which emails exist. */
export async function pretendToVerify(password: string): Promise<false> {
  await verifyPassword(password, OF_NO_PASSWORD);
  return false;
}

function argon2id(parameters: Argon2Parameters): Promise<Buffer> {
  return derive('argon2id', parameters);
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/** The passwords that attackers try first; the file names its source. */
const COMMON: ReadonlySet<string> = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# ')),
);

/** Ignores case. */
export function isCommon(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}

/** The rules that need no list are in contracts, so that forms can check them. */
export const passwordRules = {
  /** For the password of an added employee, chosen by a manager or generated. */
  given: (password: string) => unlessCommon(password, checkPasswordLength(password)),
  /** For a password chosen in a reset. */
  chosen: (password: string) => unlessCommon(password, checkChosenPassword(password)),
  /** For a password chosen in a registration. */
  registered: (password: string) => unlessCommon(password, checkRegistrantPassword(password)),
} satisfies Record<string, (password: string) => Result>;

function unlessCommon(password: string, checked: Result): Result {
  if (!checked.ok) return checked;
  return isCommon(password) ? rejected('commonPassword') : accepted();
}

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

/** The passwords that attackers try first, and their cores; the file names its source. Read at the first use. */
let common: { readonly passwords: ReadonlySet<string>; readonly cores: ReadonlySet<string> } | undefined;

function readCommon() {
  const lines = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8').split('\n');
  const passwords = lines.filter((line) => line !== '' && !line.startsWith('# '));
  const cores = passwords.map((password) => folded(undecorated(password)));
  return {
    passwords: new Set(passwords),
    cores: new Set(cores.filter((core) => core.length >= SHORTEST_CORE)),
  };
}

/** Shorter ones are in too many good passwords. */
const SHORTEST_CORE = 4;
const SHORTEST_NAME = 3;
/** With more digits and symbols around it, a core is the smaller part of what has to be guessed. */
const MOST_DECORATION = 8;

const SUBSTITUTES: Readonly<Record<string, string>> = {
  ...{ '@': 'a', 4: 'a', 0: 'o', 1: 'i', '!': 'i', l: 'i' },
  ...{ 3: 'e', 5: 's', $: 's', 7: 't' },
};

/** In lower case, without accents and usual substitutes: `P@ssw0rd` → `password`. As 1 is i or l, l is i. */
function folded(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[@401!l35$7]/g, (character) => SUBSTITUTES[character] ?? character);
}

/** Without the digits and symbols at both ends: `2026-Summer!` → `Summer`. */
function undecorated(text: string): string {
  return text.slice(...endsOfCore(text));
}

function endsOfCore(text: string): readonly [from: number, to: number] {
  const from = text.search(/\p{L}/u);
  return from === -1 ? [0, 0] : [from, text.search(/[^\p{L}]*$/u)];
}

/** What a password may come down to; a substitute at an end may be a letter or decoration: `$unshine1`. */
function coresOf(password: string): string[] {
  const [from, to] = endsOfCore(password);
  const before = /[@0134!5$7]{0,2}$/.exec(password.slice(0, from))?.[0].length ?? 0;
  const behind = /^[@0134!5$7]{0,2}/.exec(password.slice(to))?.[0].length ?? 0;
  const cores: string[] = [];
  for (let left = 0; left <= before; left += 1)
    for (let right = 0; right <= behind; right += 1) cores.push(password.slice(from - left, to + right));
  return cores.filter((core) => password.length - core.length <= MOST_DECORATION).map(folded);
}

/** The names in texts about a person, as a whole and word by word; of an email its mailbox. */
function namesIn(texts: readonly string[]): ReadonlySet<string> {
  const names = texts.flatMap((text) => {
    const words = text.replace(/@.*/, '').split(/[^\p{L}\p{N}]+/u);
    return [words.join(''), ...words];
  });
  return new Set(
    names.map((name) => folded(undecorated(name))).filter((name) => name.length >= SHORTEST_NAME),
  );
}

/**
 * True for a listed password, and for one that comes down to a listed one or to a name: without case, usual
 * substitutes, and up to eight digits and symbols at its ends. `Welcome2026!` is common, and `Acme-123` in the company
 * Acme; a text with more in it is not, such as `correct horse battery staple`. `about`: names and email of the person,
 * name of the company, as far as they are known.
 */
export function isCommon(password: string, about: readonly string[] = []): boolean {
  common ??= readCommon();
  const { passwords, cores } = common;
  const plain = password.toLowerCase();
  if (passwords.has(plain) || passwords.has(plain.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')))
    return true;
  const names = namesIn(about);
  return coresOf(password).some((core) => cores.has(core) || names.has(core.replace(/[^\p{L}\p{N}]/gu, '')));
}

type Rule = (password: string, about?: readonly string[]) => Result;

/** The rules that need no list are in contracts, so that forms can check them. `about`: see isCommon. */
export const passwordRules: Readonly<Record<'given' | 'chosen' | 'registered', Rule>> = {
  /** For the password of an added employee, chosen by a manager or generated. */
  given: (password, about) => unlessCommon(password, about, checkPasswordLength(password)),
  /** For a password chosen in a reset. */
  chosen: (password, about) => unlessCommon(password, about, checkChosenPassword(password)),
  /** For a password chosen in a registration. */
  registered: (password, about) => unlessCommon(password, about, checkRegistrantPassword(password)),
};

function unlessCommon(password: string, about: readonly string[] | undefined, checked: Result): Result {
  if (!checked.ok) return checked;
  return isCommon(password, about) ? rejected('commonPassword') : accepted();
}

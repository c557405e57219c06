import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RecordedEvent, START } from '#platform/event-store/event-store.port.ts';
import type { Log } from '#platform/log.ts';
import { newSealKeys } from '#tests/proof/sealing-world.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';
import { keepRequiring, requireSignatures } from './require-signatures.ts';
import { openSealKeys, readKnownKeys, type SealKeys, verifySignature } from './seal-keys.ts';
import type { NewLink, SignedHead } from './seal-links.postgres.ts';
import { createSealer } from './sealer.ts';

let dataDir: string;
let file: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tallyboard-keys-'));
  file = join(dataDir, 'seal-key.pem');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const open = () => openSealKeys({ file, dataDir });
const END = { count: 3, link: 'a'.repeat(64) };
const signedBy = (keys: SealKeys, end = END) => ({ ...end, signature: keys.sign('acme', end) });

describe('the key', () => {
  it('is made at the first start, for its owner alone, and is the same at the next', async () => {
    const { own } = await open();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await open()).own).toBe(own);
    expect(readFileSync(join(dataDir, 'seal-public-keys.json'), 'utf8')).not.toContain('PRIVATE');
    expect(readdirSync(dataDir).toSorted()).toEqual(['seal-key.pem', 'seal-public-keys.json']);
  });

  it('is made once by processes that start at the same time', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, open));
    expect(new Set(keys.map(({ own }) => own)).size).toBe(1);
  });

  it.each([
    ['no key', 'hello'],
    [
      'a key of another kind',
      generateKeyPairSync('x25519').privateKey.export({ format: 'pem', type: 'pkcs8' }),
    ],
    ['a public key', generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' })],
  ])('is refused in one line when its file holds %s, and the file stays', async (_what, contents) => {
    writeFileSync(file, contents);
    await expect(open()).rejects.toThrow(`${file} has to hold an Ed25519 private key in PEM (PKCS #8).`);
    expect(readFileSync(file, 'utf8')).toBe(String(contents));
  });

  it('is not made anew when the file of public keys cannot be understood', async () => {
    await open();
    writeFileSync(join(dataDir, 'seal-public-keys.json'), '[{"publicKey":7}]');
    await expect(open()).rejects.toThrow('is not as this program writes it');
  });

  it('is made with its folder, and is refused where none can be made', async () => {
    file = join(dataDir, 'keys', 'of', 'ours.pem');
    await open();
    expect(existsSync(file)).toBe(true);
    writeFileSync(join(dataDir, 'file'), '');
    file = join(dataDir, 'file', 'key.pem');
    await expect(open()).rejects.toThrow(/key\.pem/);
  });
});

describe('a signature', () => {
  it('is of one company, one count and one link', async () => {
    const keys = await open();
    const end = signedBy(keys);
    expect(keys.isSigned('acme', end)).toBe(true);
    expect(keys.isSigned('nord', end)).toBe(false);
    expect(keys.isSigned('acme', { ...end, count: 4 })).toBe(false);
    expect(keys.isSigned('acme', { ...end, link: 'b'.repeat(64) })).toBe(false);
    expect(keys.isSigned('acme', { ...end, signature: null })).toBe(false);
    expect(keys.isSigned('acme', signedBy(newSealKeys()))).toBe(false);
  });

  it.each([
    ['', ''],
    ['zz', 'zz'],
    ['00'.repeat(32), '00'.repeat(64)],
  ])('by %j that is %j holds for nothing, and throws nothing', (publicKey, signature) => {
    expect(verifySignature(publicKey, 'text', signature)).toBe(false);
  });
});

describe('another key', () => {
  async function rotated() {
    const former = await open();
    await former.require();
    rmSync(file);
    return { former, next: await open() };
  }

  it('goes on beside the former one until its own signature is required; the former is still known then', async () => {
    const { former, next } = await rotated();
    expect(next.own).not.toBe(former.own);
    expect(next.isRequired()).toBe(true);
    expect(next.isOwnRequired()).toBe(false);
    expect(next.isSigned('acme', signedBy(former))).toBe(true);
    await next.require();
    expect(next.isSigned('acme', signedBy(former))).toBe(false);
    expect(next.wasSigned('acme', signedBy(former))).toBe(true);
    expect((await open()).isSigned('acme', signedBy(former))).toBe(false);
    expect(await readKnownKeys(dataDir)).toEqual([
      { publicKey: former.own, isRequired: true },
      { publicKey: next.own, isRequired: true },
    ]);
  });

  it('signs the ends that the former one has signed, and no others', async () => {
    const { former, next } = await rotated();
    const heads = new Map<string, SignedHead>([
      ['acme', { ...signedBy(former), position: 9 }],
      ['made anew', { ...signedBy(newSealKeys()), position: 10 }],
      ['stripped', { ...END, position: 11, signature: null }],
    ]);
    const logged: object[] = [];
    await requireSignatures({
      keys: next,
      links: linksOf(heads),
      allSignAlike: () => true,
      log: logTo(logged),
    });
    expect([...heads].filter(([id, head]) => next.isSigned(id, head)).map(([id]) => id)).toEqual(['acme']);
    expect(logged).toEqual([
      { companyId: 'made anew', position: 10 },
      { companyId: 'stripped', position: 11 },
      { signed: 1, of: 3 },
    ]);
  });
});

const linksOf = (heads: Map<string, SignedHead>) => ({
  companies: async () => [...heads.keys()],
  heads: async (ids: readonly string[]) => new Map([...heads].filter(([id]) => ids.includes(id))),
  async sign(companyId: string, _position: number, signature: string) {
    const head = heads.get(companyId);
    if (head) heads.set(companyId, { ...head, signature });
  },
});
const logTo = (lines: object[]) => {
  const write = (fields: object) => void lines.push(fields);
  return { info: write, error: write } as unknown as Pick<Log, 'info' | 'error'>;
};

describe('signatures', () => {
  it('are required as soon as all processes sign with the key, and each chain ends with one then', async () => {
    const keys = await open();
    const time = steppedTime();
    const heads = new Map<string, SignedHead>([['acme', { ...END, position: 9, signature: null }]]);
    let others = true;
    const log = logTo([]);
    const stop = keepRequiring(
      { keys, links: linksOf(heads), allSignAlike: () => !others, log },
      time.scheduler,
    );
    await time.pass(60_000);
    expect(keys.isRequired()).toBe(false);
    expect(heads.get('acme')?.signature).toBeNull();
    others = false;
    await time.pass(2000);
    await stop();
    expect(keys.isOwnRequired()).toBe(true);
    expect((await readKnownKeys(dataDir))[0]?.isRequired).toBe(true);
    expect(keys.isSigned('acme', heads.get('acme') as SignedHead)).toBe(true);
  });

  it('are not required of what a crash has left half signed, and then of all', async () => {
    const keys = await open();
    const heads = new Map<string, SignedHead>(
      ['acme', 'nord'].map((id) => [id, { ...END, position: 9, signature: null }]),
    );
    const links = linksOf(heads);
    const sign = async (...args: Parameters<typeof links.sign>) => {
      if (args[0] === 'nord') throw new Error('killed');
      await links.sign(...args);
    };
    const deps = { keys, allSignAlike: () => true, log: logTo([]) };
    await expect(requireSignatures({ ...deps, links: { ...links, sign } })).rejects.toThrow('killed');
    expect((await open()).isRequired()).toBe(false);
    await requireSignatures({ ...deps, links });
    expect([...heads].every(([id, head]) => keys.isSigned(id, head))).toBe(true);
  });

  it('are not asked for after a restore, until they are required again', async () => {
    const keys = await open();
    await keys.require();
    await keys.forget();
    expect((await open()).isRequired()).toBe(false);
  });
});

describe('a sealer whose progress went back, with the links', () => {
  it.each([
    ['seals again without a signature', 2, false],
    ['signs what is left of a log that lost its end, too', 1, true],
  ])('%s', async (_what, end, isSigned) => {
    const keys = newSealKeys();
    await keys.require();
    const stopping = new AbortController();
    const ends = [2, end];
    const written: NewLink[] = [];
    const event = (position: number): RecordedEvent => ({
      ...{ id: `e${position}`, type: 'GoalAdded', version: 1, data: {}, metadata: {}, position, revision: 0 },
      ...{ stream: 'structure-acme', recordedAt: '2026-11-20T19:00:00.000Z' },
    });
    await createSealer({
      ...{ keys, log: { error: () => {} } },
      scheduler: { ...steppedTime().scheduler, pause: async () => {} },
      links: {
        progress: async () => START,
        heads: async () => new Map(),
        write: async ({ links }) => written.push(...links) > 0,
      },
      store: {
        head: async () => ends.at(0) ?? 0,
        async *subscribe() {
          yield Array.from({ length: ends.shift() ?? 0 }, (_, at) => event(at + 1));
          if (ends.length === 0) stopping.abort();
        },
      },
    }).run(stopping.signal);
    expect(written.map(({ signature }) => signature !== null)).toEqual([
      ...[false, true],
      ...Array.from({ length: end }, (_, at) => isSigned && at === end - 1),
    ]);
  });
});

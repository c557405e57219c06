import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#contracts/local-date.ts';
import { findingText } from '#contracts/proof/export-report.ts';
import { fingerprint } from '#contracts/proof/verdict.ts';
import { checkCommand, verifyCommand } from '#services/main/audit-commands.ts';
import { dailySealOf } from '#services/main/wiring.ts';
import { openChains } from '#services/proof/proof.module.ts';
import { createSealTree } from '#services/proof/seal-tree.postgres.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { checkedPage } from './checked-page.ts';
import { makeAnew } from './made-anew.ts';
import { newSealKeys, sealedUpTo, tamper } from './sealing-world.ts';

let folder: ReturnType<typeof serverFolder>;
let program: TestProgram;
let company: SeededCompany;
let manager: HttpClient;

const places = () => ({ dataDir: folder.path, sealKeyFile: join(folder.path, 'key.pem') });

beforeEach(async () => {
  folder = serverFolder();
  program = await startTestProgram(places());
  company = await program.seedCompany();
  manager = await program.signIn(company.owner.email);
  for (const price of ['100', '250.50', '999.99']) await sell(price);
  await required();
});
afterEach(async () => {
  await program.stop();
  folder.remove();
});

const owner = () => program.core.database.owner;

async function sell(price: string): Promise<void> {
  const { companyId, campaigns, associates } = company;
  const employeeId = associates[0]?.employeeId ?? '';
  const sale = { employeeId, campaignId: campaigns[0]?.campaignId ?? '', name: `Sale of ${price}`, price };
  const context = contextOf(companyId, { actorId: employeeId });
  const recorded = { ...sale, status: 'Closed', entryDate: '2026-11-20', actorIsManager: true };
  await done(program.core.commands.sales.recordSale(context, recorded));
  const head = await program.core.store.head();
  await sealedUpTo(owner(), head);
  expect(await program.progress.waitFor(head, MAX_WAIT_MS)).toBe(true);
}

const required = () => expect.poll(() => program.core.sealKeys.isOwnRequired()).toBe(true);

async function verdicts() {
  const lines: string[] = [];
  const { core } = program;
  const { signal } = new AbortController();
  const verify = verifyCommand.read(['--company', company.owner.email]);
  const code = await verify({ core, say: (line) => void lines.push(line), signal });
  await manager.post('/api/audit/proof/verification');
  const verification = async () => (await manager.get('/api/audit/proof')).body.verification;
  await expect.poll(verification).not.toMatchObject({ state: 'running' });
  const page = checkedPage((await manager.get('/api/audit/proof/export')).body);
  return {
    code,
    line: lines.join(),
    shown: await verification(),
    findings: page.findings.map(findingText),
    page,
  };
}

it('a signed history holds for the command, the screen and the file, and each says by which key', async () => {
  const { own } = program.core.sealKeys;
  const { code, line, shown, page } = await verdicts();
  expect(code).toBe(0);
  expect(line).toContain('the chain is signed and ends at position');
  expect(shown).toMatchObject({ state: 'intact', signed: true });
  expect(page).toMatchObject({ wrong: 0, signedBy: own });
  expect((await manager.get('/api/audit/proof')).body).toMatchObject({ key: own, signatures: 'required' });
});

it('a file is checked with the key that its reader knows', async () => {
  const file = join(folder.path, 'history.html');
  writeFileSync(file, (await manager.get('/api/audit/proof/export')).body);
  const lines: string[] = [];
  const check = (key: string) =>
    checkCommand.readAlone(['--file', file, '--key', key])({
      say: (line) => void lines.push(line),
      signal: new AbortController().signal,
    });
  const { own } = program.core.sealKeys;
  expect(await check(own.replaceAll(/(.{4})/g, '$1 ').toUpperCase())).toBe(0);
  expect(lines[0]).toContain(`signed with the key ${own}.`);
  expect(await check('0'.repeat(64))).toBe(1);
  expect(lines.at(-1)).toBe(`  It is NOT signed with the key ${'0'.repeat(64)}.`);
  expect(() => checkCommand.readAlone(['--file', file, '--key', 'mine'])).toThrow('64 hexadecimal digits');
});

const ANEW = 'The chain is not the one that was signed: it was made anew without the key.';

/** The root in the mail with the daily seal of another company. */
async function rootMailedElsewhere(): Promise<string> {
  const other = await program.seedCompany();
  await sealedUpTo(owner(), await program.core.store.head());
  const clock = { now: () => new Date(Date.now() + DAY_MS) };
  await dailySealOf({ ...program.core, clock }, () => '').sealYesterday(AbortSignal.timeout(MAX_WAIT_MS));
  const { rows } = await owner().query(`SELECT content->>'text' AS text FROM mail_outbox WHERE id LIKE $1`, [
    `seal ${other.companyId} %`,
  ]);
  return /Over the seals of all companies: (\S+)/.exec(rows[0]?.text)?.[1] ?? '';
}

it('a history made anew with the key and its seals is found by a mail to another company', async () => {
  const root = await rootMailedElsewhere();
  const [size] = root.split(':');
  const verify = async (held: string) => {
    const lines: string[] = [];
    const run = verifyCommand.read(['--company', company.owner.email, '--held', held]);
    const { signal } = new AbortController();
    const code = await run({ core: program.core, say: (line) => void lines.push(line), signal });
    return { code, last: lines.at(-1) };
  };
  const [seal] = (await manager.get('/api/audit/proof/seals')).body.requestedData;
  expect(await verify(root)).toEqual({
    ...{
      code: 0,
      last: expect.stringMatching(`goes on from ${size}, and the seal of ${seal.day} is among them`),
    },
  });
  await makeAnew(owner(), company.companyId, program.core.sealKeys);
  expect(await verify(root)).toEqual({
    ...{
      code: 1,
      last: expect.stringMatching(`NOT the seals of what you hold. The seal of ${seal.day} is not`),
    },
  });
  await owner().query('TRUNCATE seal_tree; UPDATE company_seals SET leaf = NULL');
  await createSealTree(owner()).append(owner());
  expect(await verify(root)).toEqual({
    ...{
      code: 1,
      last: expect.stringMatching(`NOT the seals of what you hold. The tree does not go on from ${root}`),
    },
  });
});

it('a history made anew with the key is found by what a person holds', async () => {
  const before = (await manager.get('/api/audit/proof')).body.head;
  const kept = join(folder.path, 'mail.txt');
  writeFileSync(kept, `Fingerprint: ${fingerprint(before.link)}`);
  const held = async () => (await manager.get(`/api/audit/proof/held/${before.link}`)).body.found;
  const verify = async (...held: string[]) => {
    const lines: string[] = [];
    const run = verifyCommand.read(['--company', company.owner.email, ...held]);
    const { signal } = new AbortController();
    const code = await run({ core: program.core, say: (line) => void lines.push(line), signal });
    return { code, last: lines.at(-1) };
  };
  await sell('10');
  expect(await held()).toEqual(before);
  expect(await verify('--held', before.link, '--held-file', kept)).toMatchObject({
    ...{ code: 0, last: expect.stringContaining('the chain has all 2 links that you hold.') },
  });
  await makeAnew(owner(), company.companyId, program.core.sealKeys);
  expect(await held()).toBeNull();
  expect(await verify()).toMatchObject({ code: 0 });
  expect(await verify('--held-file', kept)).toMatchObject({
    ...{ code: 1, last: expect.stringContaining(`The chain has no link ${fingerprint(before.link)}.`) },
  });
  expect(() => verifyCommand.read(['--held', before.link])).toThrow('Of which company is it?');
  expect(() => verifyCommand.read(['--company', company.owner.email, '--held', 'x'])).toThrow(
    'there is no fingerprint and no link in x',
  );
});

describe('a history of which every link and seal was made anew in the database while the program ran', () => {
  const ways = [
    ['the former signatures stay', () => 'stay' as const],
    ['the former signatures are gone', () => 'go' as const],
    ['it is signed with another key', newSealKeys],
  ] as const;

  it.each(ways)('is found by the command, the screen and the file when %s', async (_way, signatures) => {
    const { position, links } = await makeAnew(owner(), company.companyId, signatures());
    expect(links).toBeGreaterThanOrEqual(2);
    const { code, line, shown, findings } = await verdicts();
    expect(code).toBe(1);
    expect(line).toContain(
      `NOT as sealed. From position ${position} on, where SaleRecorded is, the chain is not`,
    );
    const fault = { kind: 'unsigned', position, event_type: 'SaleRecorded' };
    expect(shown).toMatchObject({ state: 'broken', signed: false, fault });
    expect(findings).toEqual([ANEW]);
  });

  it.each(ways)('is still found when more is sealed behind it, and when %s', async (_way, signatures) => {
    const { position } = await makeAnew(owner(), company.companyId, signatures());
    await sell('10');
    const found = { code: 1, shown: { fault: { kind: 'unsigned', position } }, findings: [ANEW] };
    expect(await verdicts()).toMatchObject(found);
  });
});

it('a history whose links were taken away, so that the running program seals it anew, is found', async () => {
  const { companyId } = company;
  const { rows } = await owner().query<{ position: string }>(
    `SELECT position FROM events WHERE type = 'SaleRecorded' AND stream LIKE $1 ORDER BY position OFFSET 1 LIMIT 1`,
    [`%${companyId}%`],
  );
  const position = Number(rows[0]?.position);
  const lead = `UPDATE events SET data = replace(data::text, '"Closed"', '"Lead"')::json WHERE position = $1`;
  await tamper(owner(), lead, [position]);
  await owner().query('DELETE FROM seal_links WHERE company_id = $1 AND position >= $2', [
    companyId,
    position,
  ]);
  await owner().query('UPDATE seal_progress SET position = $1', [position - 1]);
  await sell('10');
  const found = { code: 1, shown: { fault: { kind: 'unsigned', position } }, findings: [ANEW] };
  expect(await verdicts()).toMatchObject(found);
});

it('another company goes on being signed', async () => {
  const other = await program.seedCompany();
  await sealedUpTo(owner(), await program.core.store.head());
  await makeAnew(owner(), company.companyId, 'go');
  const proof = openChains(program.core);
  expect(await proof.verifyCompany(other.companyId)).toMatchObject({ fault: null, signed: true });
});

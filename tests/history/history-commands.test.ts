import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HistoryEntry } from '#contracts/endpoints/history.endpoints.ts';
import { exportCommand, historyCommand } from '#services/main/audit-commands.ts';
import type { Core } from '#services/main/wiring.ts';
import { type ApiUnderTest, type Company, startApi } from '#tests/support/servers/api-under-test.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

let database: TestDatabase;
let api: ApiUnderTest;
let company: Company;
let saleId: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tallyboard-history-'));
  database = await createTestDatabase();
  api = await startApi(database.url);
  company = await api.company();
  const associate = await api.signedIn(company.associate);
  const { campaignId } = company;
  await associate.post('/sales/addsale', { name: 'Roof', campaignId, price: '100', status: 'Lead' });
  const { body } = await associate.get('/sales/getsales/all');
  saleId = body.requestedData[0].id;
  const edit = { campaignId, price: '200.50', status: 'Closed' };
  expect((await associate.patch(`/sales/editsale/${saleId}`, edit)).status).toBe(200);
});
afterAll(async () => {
  await api.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function run(command: typeof historyCommand, ...argv: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const core = { ...api, database: { owner: api.pool } } as unknown as Core;
  const audit = { core, say: (line: string) => lines.push(line), signal: new AbortController().signal };
  expect(await command.read(['--company', company.owner.email, ...argv])(audit)).toBe(0);
  return lines.join('\n');
}

it('history of a sale shows what happened, the actor, the source, and the values before and after', async () => {
  const output = await run(historyCommand, '--sale', saleId);
  expect(output).toContain('Sale recorded: Roof');
  expect(output).toContain('in the app');
  expect(output).toContain('Price: $100.00 → $200.50');
  expect(output).toContain('Status: Lead → Closed');
});

it('history of a company begins with its founder; an unknown one is reported', async () => {
  const output = await run(historyCommand);
  expect(output.split('\n')[0]).toMatch(/Employee added: Owner Test, at registration \(@\d+\)$/);
  expect(output).toContain('Company registered');
  await expect(run(historyCommand, '--sale', 'nothing')).rejects.toThrow('there is no sale nothing');
  const core = api as unknown as Core;
  const audit = { core, say: () => {}, signal: new AbortController().signal };
  const unknown = historyCommand.read(['--company', 'nobody@example.test'])(audit);
  await expect(unknown).rejects.toThrow('nobody has the email');
});

it('export writes the same events that the API lists', async () => {
  const out = join(folder, 'history.jsonl');
  await run(exportCommand, '--format', 'jsonl', '--out', out);
  const lines = readFileSync(out, 'utf8').trimEnd().split('\n');
  const manager = await api.signedIn(company.manager);
  const { body } = await manager.get('/audit/events?order=oldest');
  // Signing in is an event, too: it comes after the file was written.
  const written = lines.map((line) => JSON.parse(line) as HistoryEntry);
  expect(body.requestedData.slice(0, written.length)).toEqual(written);
  await expect(run(exportCommand, '--from', 'yesterday')).rejects.toThrow('--from and --to take a moment');
});

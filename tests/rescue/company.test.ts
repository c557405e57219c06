import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTransaction } from '#platform/database.ts';
import { allProjections } from '#projections/all.projections.ts';
import { createSealTree } from '#services/proof/seal-tree.postgres.ts';
import { sealedUpTo } from '#tests/proof/sealing-world.ts';
import { createHttpClient, type HttpClient } from '#tests/support/servers/http-client.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { runCommand } from './rescue-world.ts';

/** An installation with a program that serves, and a company of its own. */
type Installation = {
  readonly pool: pg.Pool;
  readonly place: { readonly DATABASE_URL: string };
  readonly company: SeededCompany;
  readonly program: TestProgram;
};

const folder = serverFolder();
const file = join(folder.path, 'company');
let source: Installation;
let target: Installation;
let seller: HttpClient;
let owner: HttpClient;
let before: { rows: unknown; shown: unknown; chain: unknown };
let after: { rows: unknown; chain: unknown };

async function install(associates = 2): Promise<Installation> {
  const program = await startTestProgram();
  const company = await program.seedCompany({ associates, managers: 1 });
  return {
    pool: program.core.database.owner,
    place: { DATABASE_URL: program.databaseUrl },
    company,
    program,
  };
}

const at = ({ program }: Installation, email = '') => program.signIn(email);

async function sell(browser: HttpClient, turn: number, status = 'Closed'): Promise<void> {
  const campaignId = source.company.campaigns[0]?.campaignId ?? '';
  const sale = { name: 'Roof', campaignId, price: 100 + turn, status, customerNumber: `c${turn}` };
  expect((await browser.post('/api/sales/addsale', sale)).status).toBe(200);
}

async function sealed({ pool }: Installation): Promise<void> {
  const { rows } = await pool.query<{ head: number }>('SELECT max(position) AS head FROM events');
  await sealedUpTo(pool, Number(rows[0]?.head));
}

beforeAll(async () => {
  [source, target] = await Promise.all([install(), install(5)]);
  // So that places differ: the company of the source begins behind another one, and the target has more events.
  const another = source.company;
  const company = await source.program.seedCompany({ associates: 2, managers: 1 });
  source = { ...source, company };
  owner = await at(source, company.owner.email);
  seller = await at(source, company.associates[0]?.email);
  const other = await at(source, another.owner.email);
  for (let turn = 0; turn < 12; turn++) {
    await sell(seller, turn, turn % 3 === 0 ? 'Lead' : 'Closed');
    expect((await other.post('/api/goals/addgoal', goal(`Other ${turn}`))).status).toBe(200);
  }
  const [{ id }] = (await seller.get('/api/sales/getsales/all')).body.requestedData;
  expect((await seller.patch(`/api/sales/editsale/${id}`, { status: 'Closed', price: 7.5 })).status).toBe(
    200,
  );
  await sealed(source);
  await source.pool.query(
    `INSERT INTO company_seals SELECT company_id, '2026-11-19', now(), position, number, encode(link, 'hex')
       FROM seal_links WHERE company_id = $1 AND number = 9`,
    [company.companyId],
  );
  for (const { pool } of [source, target]) await createSealTree(pool).append(pool);
  await source.pool.query(
    `INSERT INTO imports (company_id, import_id, created_by, created_at, file_name, digest, plan, state, head, total)
     SELECT company_id, 'one', 'x', now(), 'f.csv', '', '{}', 'done', position + 1, 0
       FROM seal_links WHERE company_id = $1 AND number = 20`,
    [company.companyId],
  );
  const exported = await runCommand('company', ['export', company.owner.email, file], source.place);
  expect(exported).toMatchObject({ code: 0, stderr: '' });
  before = { rows: await rowsOf(source), shown: await screens(seller, owner), chain: await chainOf(source) };
  const imported = await runCommand('company', ['import', file], target.place);
  expect(imported).toMatchObject({ code: 0, stderr: '' });
  after = { rows: await rowsOf(target), chain: await chainOf(target) };
});
afterAll(async () => {
  for (const { program } of [source, target]) await program.stop();
  folder.remove();
});

const goal = (name: string) => ({ name, hourlySales: 2, entryDate: '2026-11-20' });

const chainOf = async ({ pool }: Installation) =>
  (
    await pool.query(
      `SELECT number, encode(link, 'hex') AS link, encode(key, 'hex') AS key FROM seal_links WHERE company_id = $1
        ORDER BY position`,
      [source.company.companyId],
    )
  ).rows;

/** The rows of the company in every read model, without places in the log. */
async function rowsOf({ pool }: Installation): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const { name } of allProjections.flatMap(({ tables }) => Object.values(tables))) {
    const { rows } = await pool.query<{ line: string }>(
      `SELECT (to_jsonb(t) - '{since,until,position,recorded_position,shift_since,last_act,row_since,imported_since,first_since}'::text[])::text AS line
         FROM read.${name} t WHERE company_id = $1 ORDER BY 1`,
      [source.company.companyId],
    );
    all[name] = rows.map(({ line }) => line);
  }
  return all;
}

/** What its people are shown; `browser` is of an associate, `manager` of the super employee. */
async function screens(browser: HttpClient, manager: HttpClient): Promise<unknown[]> {
  const [associate] = source.company.associates;
  const paths = [
    ...['/api/sales/getsales/all', '/api/campaigns/getcampaigns/all', '/api/jobaids/getjobaids'],
    `/api/sales/get-commission/${associate?.employeeId}`,
  ].map((path) => [browser, path] as const);
  const ofManager = ['/api/employees/getemployees/all', '/api/goals/getgoals/all'].map(
    (path) => [manager, path] as const,
  );
  return Promise.all(
    [...paths, ...ofManager].map(async ([client, path]) => {
      const { status, body } = await client.get(path);
      return [path, status, body];
    }),
  );
}

it('a company moves into another installation with the same figures and the same seals, while both serve', async () => {
  expect(after.rows).toEqual(before.rows);
  expect(after.chain).toEqual(before.chain);
  // An import of a file began between two events, and does so here.
  const { rows } = await target.pool.query(
    `SELECT FROM imports i JOIN seal_links l USING (company_id) WHERE l.number = 20 AND l.position = i.head`,
  );
  expect(rows).toHaveLength(1);

  // Its sessions stay behind, its passwords come along.
  const stranger = createHttpClient(target.program.url);
  for (const [name, value] of seller.cookies) stranger.cookies.set(name, value);
  expect((await stranger.get('/api/sales/getsales/all')).status).toBe(401);
  const [associate, manager] = [
    await at(target, source.company.associates[0]?.email),
    await at(target, source.company.owner.email),
  ];
  expect(await screens(associate, manager)).toEqual(before.shown);

  // It goes on here, behind the link that it brought, and so does the company that was here before.
  await sell(associate, 99);
  const own = await at(target, target.company.owner.email);
  expect((await own.post('/api/goals/addgoal', goal('Own'))).status).toBe(200);
  const goals = (await own.get('/api/goals/getgoals/all')).body.requestedData;
  expect(goals.map(({ name }: { name: string }) => name)).toContain('Own');
  expect(JSON.stringify(goals)).not.toContain('Other');
  await sealed(target);
  expect((await chainOf(target)).length).toBeGreaterThan((await chainOf(source)).length);
  const { stdout: verdicts, ...verified } = await runCommand('audit', ['verify'], target.place);
  expect(verified, verdicts).toMatchObject({ code: 0 });
  expect(verdicts.match(/events as sealed/g)).toHaveLength(2);
  expect(verdicts).toContain('1 seal of a day fits');
});

it('its seals leave the tree of the former installation, and are taken into that of the new one', async () => {
  const text = 'SELECT leaf FROM company_seals WHERE company_id = $1';
  const leaves = async ({ pool }: Installation) =>
    (await pool.query(text, [source.company.companyId])).rows.map(({ leaf }) => leaf && Number(leaf));
  expect([await leaves(source), await leaves(target)]).toEqual([[0], [null]]);
  await withTransaction(target.pool, (client) => createSealTree(target.pool).append(client));
  expect(await leaves(target)).toEqual([0]);
});

it('an exported page of it holds with the places at which its events were sealed', async () => {
  const page = join(folder.path, 'page.html');
  const args = ['--company', source.company.owner.email, '--format', 'html', '--out', page];
  expect(await runCommand('audit', ['export', ...args], target.place)).toMatchObject({ code: 0 });
  expect(await runCommand('audit', ['check', '--file', page], target.place)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 seals of days fit'),
  });
  const places = await Promise.all(
    [source, target].map(async ({ pool }) => {
      const text = 'SELECT position FROM company_seals WHERE company_id = $1';
      return (await pool.query(text, [source.company.companyId])).rows[0]?.position;
    }),
  );
  expect(places[1]).not.toBe(places[0]);
  expect(readFileSync(page, 'utf8')).toContain(`"day":"2026-11-19","position":${places[0]},`);
});

it('it moves on from there, with every link of both', async () => {
  const onward = join(folder.path, 'onward');
  const exported = await runCommand('company', ['export', source.company.owner.email, onward], target.place);
  expect(exported).toMatchObject({ code: 0, stderr: '' });
  const third = await install();
  try {
    const { code, stdout, stderr } = await runCommand('company', ['import', onward], third.place);
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
    expect(await chainOf(third)).toEqual(await chainOf(target));
    // The payment provider there knows its subscription.
    const admin = await at(third, source.company.owner.email);
    expect((await admin.delete('/api/companies/cancel-subscription')).status).toBe(200);
  } finally {
    await third.program.stop();
  }
});

it('a change of an event that came along is found, and so is one of its place', async () => {
  const { pool } = target;
  const verify = () => runCommand('audit', ['verify', '--company', source.company.owner.email], target.place);
  const links = `UPDATE seal_links SET sealed_position = sealed_position`;
  const one = `WHERE company_id = '${source.company.companyId}' AND number = 4`;
  await pool.query(`${links} + 1 ${one}`);
  expect(await verify()).toMatchObject({ code: 1, stdout: expect.stringContaining('NOT as sealed') });
  await pool.query(`${links} - 1 ${one}`);
  expect(await verify()).toMatchObject({ code: 0 });
});

import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPeople } from '#services/main/retention.ts';
import { sealedUpTo } from '#tests/proof/sealing-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { holdUp } from '#tests/support/servers/hold-up.ts';
import { createPersonWorld, type PersonWorld } from './person-world.ts';

let world: PersonWorld;
beforeAll(async () => {
  world = await createPersonWorld();
});
afterAll(() => world.stop());

const erase = (who: string) => world.run('retention', '--person', who, '--apply');
const verify = () => world.run('audit', 'verify', '--company', world.company.owner.email);

async function expectErased(traces: readonly string[]): Promise<void> {
  expect(await world.found(traces)).toEqual([]);
  expect(await world.tracesInEvents(traces)).toEqual([]);
  expect(await verify()).toMatchObject({ code: 0 });
}

it('one person is erased from events, read models and tables; figures and the chain stay', async () => {
  const { id, email, traces } = await world.leaver('Wren');
  const before = await world.figures();
  const head = await world.core.store.head();
  expect(await world.found(traces)).not.toEqual([]);

  expect(await erase(world.company.managers[0]?.email ?? '')).toMatchObject({
    code: 1,
    output: expect.stringContaining('has not been deleted'),
  });
  const dry = await world.run('retention', '--person', email, '--dry-run');
  expect(dry).toMatchObject({ code: 0, output: expect.stringContaining(`Employee ${id} of company`) });
  expect(await world.found(traces)).not.toEqual([]);

  expect(await erase(email)).toMatchObject({ code: 0, output: expect.stringContaining('erased') });
  await expectErased(traces);
  await world.waitForReads();
  expect(await world.figures()).toEqual(before);
  expect(JSON.stringify((await world.readModels(world.company.companyId))['read.history'])).toContain(id);

  // The program that ran meanwhile shows none of it, now or as of then.
  for (const path of [
    '/api/employees/getemployees/all?former=true',
    `/api/employees/getemployees/all?former=true&as-of=@${head}`,
    `/api/employees/getemployee/${id}?former=true&as-of=@${head}`,
    `/api/employees/getemployee/${id}?former=true`,
    `/api/sales/getsales/all?employeeId=${id}`,
    '/api/audit/events.jsonl',
    '/api/audit/proof/export',
  ]) {
    const { status, body } = await world.manager.get(path);
    const text = JSON.stringify(body);
    expect([path, status, traces.filter((trace) => text.includes(trace))]).toEqual([path, status, []]);
    expect([path, status]).toEqual([path, path.includes('as-of') && status === 404 ? 404 : 200]);
  }
  // It goes on, and what it stores of the organization has none of it either.
  const { campaignId } = world.company.campaigns[0] ?? {};
  for (let turn = 0; turn < 70; turn++)
    await world.manager.patch(`/api/campaigns/editcampaign/${campaignId}`, { commission: String(turn % 50) });
  await expect
    .poll(async () => (await world.owner.query('SELECT FROM stream_states')).rowCount, {
      timeout: MAX_WAIT_MS,
    })
    .toBeGreaterThan(0);
  await expectErased(traces);

  const [page, backup] = [`${world.archiveDir}.html`, `${world.archiveDir}.backup`];
  const exported = ['export', '--company', world.company.owner.email, '--format', 'html', '--out', page];
  expect(await world.run('audit', ...exported)).toMatchObject({ code: 0 });
  expect(await world.run('audit', 'check', '--file', page)).toMatchObject({ code: 0 });
  expect(await world.run('backup', backup)).toMatchObject({ code: 0 });
  const texts = [readFileSync(page, 'utf8'), gunzipSync(readFileSync(backup)).toString()];
  expect(traces.filter((trace) => texts.some((text) => text.includes(trace)))).toEqual([]);
});

/** The write that the kill interrupts. */
const STEPS = [
  ['the keys', 'seal_links', 'UPDATE', 'new.key IS NULL'],
  ['an event', 'events', 'UPDATE', `new.type = 'EmployeeDeleted'`],
  ['the marks', 'tables_to_rewrite', 'INSERT', 'true'],
  ['the end of rebuilds', 'read.shards', 'UPDATE', 'new.generation <> old.generation'],
  ['a new read model', 'read.shards', 'UPDATE', `new.generation <> old.generation AND is_rebuilding()`],
  ['the rewriting of tables', 'tables_to_rewrite', 'DELETE', 'true'],
] as const;

describe('kill -9', () => {
  beforeAll(async () => {
    await world.owner.query(`
      CREATE FUNCTION is_rebuilding() RETURNS boolean LANGUAGE sql AS $$
        SELECT EXISTS (SELECT FROM pg_stat_activity
                        WHERE datname = current_database() AND application_name = 'tallyboard rebuild') $$`);
  });

  it.each(STEPS)('during %s: the next run completes the erasure', async (what, table, event, condition) => {
    const { id, traces } = await world.leaver('Kite');
    const write = await holdUp(world.owner, { table, event, condition });
    const { child, ended } = world.start('retention', '--person', id, '--apply');
    await write.reached();
    child.kill('SIGKILL');
    await ended;
    await write.outlived();
    expect(await verify()).toMatchObject({ code: 0 });

    expect([what, await erase(id)]).toMatchObject([what, { code: 0 }]);
    await expectErased(traces);
  });

  it('while a file of the archive is replaced, and then the next run completes the erasure', async () => {
    const { id, email, traces } = await world.leaver('Crane');
    await world.leaver('Last');
    const all = ['--older-than', '0', '--segment', '3'];
    expect(await world.run('archive', ...all)).toMatchObject({ code: 0 });
    expect(await world.found(traces)).not.toContain(`public.events: ${email}`);
    expect(await world.tracesInEvents(traces)).not.toEqual([]);
    const write = await holdUp(world.owner, { table: 'log_segments', event: 'UPDATE', condition: 'true' });
    const { child, ended } = world.start('retention', '--person', email, '--apply');
    await write.reached();
    child.kill('SIGKILL');
    await ended;
    await write.outlived();
    expect(await verify()).toMatchObject({ code: 0 });

    expect(await erase(id)).toMatchObject({ code: 0 });
    await expectErased(traces);
    // The former files are gone.
    const { rows } = await world.owner.query<{ file: string }>('SELECT file FROM log_segments');
    const named = rows.flatMap(({ file }) => [`${file}.events`, `${file}.json`]);
    expect(readdirSync(world.archiveDir).sort()).toEqual(named.sort());
  });
});

it('an address is left to the person that has it by now, and a mail to others is sent before it goes', async () => {
  const { id, email } = await world.leaver('Heir');
  const mails = async () => {
    const { rows } = await world.owner.query(`SELECT id FROM mail_outbox WHERE id LIKE 'heir %' ORDER BY id`);
    return rows.map((row) => row.id);
  };
  const post = (mail: string, to: string, text: string, settled: string | null) =>
    world.owner.query(
      `INSERT INTO mail_outbox (id, company_id, content, secret, posted_at, state, due_at, settled_at)
       VALUES ($1, $2, jsonb_build_object('to', jsonb_build_object('address', $3::text), 'text', $4::text), false, now(),
               CASE WHEN $5::timestamptz IS NULL THEN 'waiting' ELSE 'sent' END, 'infinity', $5)`,
      [mail, world.company.companyId, to, text, settled],
    );
  const boss = world.company.owner.email;
  await post('heir 1 waits', boss, `${email} has left`, null);
  await post('heir 2 was sent', boss, `${email} has left`, '2026-11-20');
  await post('heir 3 to the person', email, 'Hello', null);
  const [other] = world.company.associates;
  await world.owner.query('UPDATE emails SET email = $1 WHERE employee_id = $2', [email, other?.employeeId]);
  expect(await erase(id)).toMatchObject({ code: 0 });
  expect(await mails()).toEqual(['heir 1 waits', 'heir 2 was sent', 'heir 3 to the person']);

  const left = await world.leaver('Gone');
  await post('heir 4 waits', boss, `${left.email} has left`, null);
  await post('heir 5 was sent', boss, `${left.email} has left`, '2026-11-20');
  await post('heir 6 to the person', left.email, 'Hello', null);
  expect(await erase(left.id)).toMatchObject({ code: 0 });
  expect((await mails()).slice(3)).toEqual(['heir 4 waits']);
});

it('what becomes an event of the person while the erasure runs is erased, too', async () => {
  const { id, email, traces } = await world.leaver('Late');
  const people = openPeople(world.core);
  const found = await people.find(id);
  if (!found.ok) throw new Error(found.reason);
  await world.note(id, 'Late-device-of-a-note', email);
  await sealedUpTo(world.owner, await world.core.store.head());
  expect(await people.erase(found.person)).toBe('erased');
  await expectErased([...traces, 'Late-device-of-a-note']);
});

it('the log refuses any other change of a person', async () => {
  const changed = (data: string) =>
    world.owner.query(`UPDATE events SET data = ${data} WHERE type = 'EmployeeAdded'
       AND data->'employee'->>'firstName' <> ''`);
  await world.leaver('Owl');
  for (const data of [
    `jsonb_set(data::jsonb, '{employee,email}', '""')::json`,
    `jsonb_set(without_person(data::jsonb), '{employee,role}', '"manager "')::json`,
    `jsonb_set(without_person(data::jsonb), '{employee,firstName}', '"Other"')::json`,
  ])
    await expect(changed(data)).rejects.toThrow('events are never changed');
});

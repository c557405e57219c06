import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Config } from '#platform/config.ts';
import { readCatalogue } from '#platform/event-store/postgres/archive.postgres.ts';
import { openSegment, unpack } from '#platform/event-store/postgres/archive-files.ts';
import { allProjections } from '#projections/all.projections.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { erasedFrom } from '#services/retention/retention-rules.ts';
import { archiveAll } from '#tests/platform/event-store/archived-store.ts';
import { startGrpcTestServer } from '#tests/platform/event-store/eventstore-server/grpc-test-server.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';
import { createRetentionWorld, type Filled, type RetentionWorld } from './retention-world.ts';

const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

async function eventStoreDb() {
  const server = await startGrpcTestServer();
  closers.push(server.stop);
  return { eventstoreUrl: server.url };
}

function archive() {
  const { path, remove } = serverFolder();
  closers.push(async () => remove());
  return { archiveDir: path };
}

describe.each([
  ['Postgres', async () => ({})],
  ['files, all but the newest', async () => archive()],
  ['EventStoreDB', eventStoreDb],
] as const)('six months after a company ended, events in %s', (_store, configure) => {
  let world: RetentionWorld;
  let gone: Filled;
  let archiveDir: string | undefined;
  let companies = 0;

  beforeAll(async () => {
    const config: Partial<Config> = await configure();
    archiveDir = config.archiveDir;
    world = await createRetentionWorld(config);
    closers.push(world.stop);
  });
  beforeEach(async () => {
    companies += 1;
    gone = await world.fill(`Zebra${companies}`);
    await world.cancel(gone);
  });

  const archived = async () => archiveDir && archiveAll(world.core.database.owner, archiveDir);

  /** Texts in the files of the archive. */
  async function inFiles(texts: readonly string[]): Promise<string[]> {
    if (!archiveDir) return [];
    const all: string[] = [];
    for (const segment of (await readCatalogue(world.core.database.owner)).segments) {
      const reader = await openSegment(archiveDir, segment);
      const blocks = await reader.packed([...reader.manifest.blocks.keys()]);
      all.push(...blocks.flatMap(unpack));
    }
    expect(all).not.toEqual([]);
    return texts.filter((text) => all.some((line) => line.includes(text)));
  }

  async function pass(ms: number): Promise<void> {
    const last = (await world.logOf(gone)).at(-1);
    expect(last?.type).toBe('SubscriptionCanceled');
    await archived();
    const canceledAt = String((last?.data as { canceledAt?: string } | undefined)?.canceledAt);
    world.passTo(erasedFrom(canceledAt), ms);
  }
  const due = async () => (await world.retention.due()).find(({ companyId }) => companyId === gone.companyId);
  async function erase(): Promise<void> {
    await pass(1);
    const found = await due();
    expect(found && (await world.retention.erase(found))).toBe('erased');
  }

  it('its data is still there the moment before, and due the moment after', {
    tags: ['reliability-52', 'spec-9.1'],
  }, async () => {
    await pass(-60_000);
    expect(await due()).toBeUndefined();
    await pass(1);
    expect(await due()).toMatchObject({ companyId: gone.companyId });
  });

  it('a dry run counts all of it and changes nothing', async () => {
    await pass(1);
    const [before, rows] = [await world.log(), await world.found(gone.traces)];
    // Each of them is somewhere; otherwise finding none later would prove nothing.
    const everywhere = [
      ...rows.map((row) => row.split(': ')[1]),
      ...(await world.tracesInEvents(gone.traces)),
    ];
    expect(gone.traces.filter((trace) => !everywhere.includes(trace))).toEqual([]);
    const found = await due();
    const counts = found && (await world.retention.count(found));
    expect(counts).toMatchObject({
      events: (await world.logOf(gone)).length,
      accounts: 5,
      emails: 5,
      idempotency_keys: 2,
      development_mailbox: 1,
    });
    expect(await world.log()).toEqual(before);
    expect(await world.found(gone.traces)).toEqual(rows);
    expect(await world.logged(gone)).toBeUndefined();
  });

  it('all its data is erased, and nothing of another company; a second run changes nothing', {
    tags: ['reliability-51', 'spec-9.1', 'decision-1.1'],
  }, async () => {
    const stays = await world.fill(`Heron${companies}`);
    await archived();
    const others = (await world.log()).filter(({ stream }) => !stream.includes(gone.companyId));
    const before = { rows: await world.readModels(stays.companyId), found: await world.found(stays.traces) };
    const events = (await world.logOf(gone)).length;
    await erase();

    expect(await world.found(gone.traces)).toEqual([]);
    expect(await world.tracesInEvents(gone.traces)).toEqual([]);
    expect(await inFiles(gone.traces)).toEqual([]);
    const rest = await world.logOf(gone);
    expect(rest.map(({ type }) => type)).toEqual(['CompanyErased']);
    const left = (await world.log()).filter(({ stream }) => !stream.includes(gone.companyId));
    expect(left).toEqual(others);
    expect(await world.found(stays.traces)).toEqual(before.found);
    expect(await world.readModels(stays.companyId)).toEqual(before.rows);
    expect(await world.logged(gone)).toMatchObject({
      finished_at: expect.any(String),
      // The event for the end of the company is one more.
      counts: { events: events + 1, accounts: 5, emails: 5, idempotency_keys: 2 },
    });
    expect(await due()).toBeUndefined();

    const [log, logged, rows] = [await world.log(), await world.logged(gone), await world.readModels()];
    await world.retention.lookAgain();
    expect([await world.log(), await world.logged(gone), await world.readModels()]).toEqual([
      log,
      logged,
      rows,
    ]);
  });

  it('rows that late work leaves within a week of the erasure are erased, too', async () => {
    const { owner: pool } = world.core.database;
    const tables = ['read.job_aids', 'idempotency_keys'];
    const taken = await Promise.all(
      tables.map((table) =>
        pool.query(`SELECT * FROM ${table} WHERE company_id = $1 LIMIT 1`, [gone.companyId]),
      ),
    );
    await erase();
    const leave = async () => {
      for (const [at, table] of tables.entries()) {
        await pool.query(`INSERT INTO ${table} SELECT * FROM json_populate_record(NULL::${table}, $1)`, [
          JSON.stringify(taken[at]?.rows[0]),
        ]);
      }
    };
    const left = () =>
      Promise.all(
        tables.map(async (table) => {
          const { rows } = await pool.query(`SELECT FROM ${table} WHERE company_id = $1`, [gone.companyId]);
          return rows.length;
        }),
      );
    await leave();
    world.pass(6.9);
    await world.retention.lookAgain();
    expect(await left()).toEqual([0, 0]);

    await leave();
    world.pass(0.2);
    await world.retention.lookAgain();
    expect(await left()).toEqual([1, 1]);
    world.pass(-0.2);
    await world.retention.lookAgain();
  });

  it('none of its employees can sign in, its emails are free, and a rebuild equals the live read models', {
    tags: ['spec-9.1'],
  }, async () => {
    const stays = await world.program.seedCompany();
    await erase();
    const login = { username: gone.owner.email, password: 'Demo-pass1', tz: 'America/Toronto' };
    expect((await world.program.client().post('/api/login', login)).status).toBe(401);
    const manager = await world.program.signIn(stays.managers[0]?.email ?? '');
    const person = { firstName: 'New', lastName: 'Here', employeeRole: 'sales associate' };
    const added = await manager.post('/api/employees/addemployee', {
      ...{ ...person, username: gone.owner.email, password: 'aB3dE5gH7j' },
      campaignId: stays.campaigns[0]?.campaignId ?? '',
    });
    expect(added.status).toBe(200);

    // New events are projected.
    await world.waitForReads();
    const live = await world.readModels();
    const left = Object.values(await world.readModels(gone.companyId)).flat();
    expect(left).toEqual([]);
    const {
      database: { owner: pool },
      store: events,
    } = world.core;
    expect(await rebuild({ pool, store: events, projections: allProjections })).toMatchObject({ ok: true });
    expect(await world.readModels()).toEqual(live);
    expect(live['read.set_aside']).toEqual([]);
  });
});

import { expect, onTestFinished, test } from 'vitest';
import type { EventDeclaration } from '#contracts/events/event.ts';
import { streams } from '#contracts/events/streams.ts';
import { events } from '#contracts/events/vocabulary.ts';
import type { EventStore, JsonObject } from '#platform/event-store/event-store.port.ts';
import { newId } from '#platform/ids.ts';
import { allProjections } from '#projections/all.projections.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';
import { dumpReadModels, startProjections } from './projection-world.ts';

const database = databaseWorld();
const entryDate = '2026-03-02';
const goal = { name: 'Steady', hourlySales: 2, hourlyDecisions: 5 };
const campaign = { name: 'Spring', commissionPercent: 10, taxPercent: 13, goalId: 'g1' };
const better = { goalId: 'g1', before: goal, after: { ...goal, name: 'Better' } };
const best = { goalId: 'g1', before: better.after, after: { ...goal, name: 'Best' } };
const may = { campaignId: 'c1', before: campaign, after: { ...campaign, name: 'May' } };

type Append = { readonly company?: string; readonly version?: number };

async function append(
  store: EventStore,
  type: string,
  data: JsonObject,
  { company = 'co', version = 1 }: Append = {},
): Promise<number> {
  const at = '2026-03-02T15:00:00.000Z';
  const metadata = { companyId: company, actorId: null, commandId: newId(), correlationId: newId(), at };
  const event = { id: newId(), type, version, data, metadata: { ...metadata, origin: 'api' } };
  const appended = await store.append(streams.organization(company), [event], 'any');
  if (appended.outcome !== 'appended') throw new Error('an append that expects nothing met a conflict');
  return appended.position;
}

/** Until the test ends, this is the version of the program that knows one more version of `GoalEdited`. */
function upgrade(): void {
  const declared = events.GoalEdited as EventDeclaration as { upcasters?: EventDeclaration['upcasters'] };
  declared.upcasters = [(data) => data];
  onTestFinished(() => {
    delete declared.upcasters;
  });
}

const namesIn = async (table: string) => {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT name FROM read.${table} WHERE company_id = 'co' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
};
const aside = async (company = 'co') => {
  const { rows } = await database.pool.query<{ what: string }>(
    `SELECT projection || ' ' || type || ' ' || position AS what FROM read.set_aside
      WHERE company_id = $1 ORDER BY 1`,
    [company],
  );
  return rows.map(({ what }) => what);
};

test('a newer event stops only what needs it, and is taken up by the first program that can read it', {
  tags: ['reliability-17'],
}, async () => {
  const older = await startProjections(database.pool);
  const { store } = older;
  await append(store, 'GoalAdded', { goalId: 'g1', entryDate, goal });
  await append(store, 'GoalPainted', { goalId: 'g1', color: 'red' });
  const newer = await append(store, 'GoalEdited', better, { version: 2 });
  const after = await append(store, 'GoalEdited', best);
  await append(store, 'CampaignAdded', { campaignId: 'c1', entryDate, campaign });
  const last = await append(store, 'CampaignEdited', may);
  expect(await older.runner.progress.waitFor(last, MAX_WAIT_MS)).toBe(true);
  expect(await namesIn('goals')).toEqual(['Steady']);
  expect(await namesIn('campaigns')).toEqual(['May']);
  const stopped = [
    `catalogue GoalEdited ${newer}`,
    `catalogue GoalEdited ${after}`,
    `history GoalEdited ${newer}`,
  ];
  expect(await aside()).toEqual(stopped);
  await older.stop();

  // The same version again cannot read it either, and remembers what it has stopped.
  const same = await startProjections(database.pool);
  const edited = await append(same.store, 'GoalEdited', best);
  expect(await same.runner.progress.waitFor(edited, MAX_WAIT_MS)).toBe(true);
  const remembered = [...stopped, `catalogue GoalEdited ${edited}`].toSorted();
  expect(await aside()).toEqual(remembered);
  await same.stop();

  upgrade();
  const upgraded = await startProjections(database.pool);
  await expect.poll(() => aside(), { timeout: MAX_WAIT_MS }).toEqual([]);
  expect(await namesIn('goals')).toEqual(['Best']);
  const deleted = await append(upgraded.store, 'GoalDeleted', { goalId: 'g1', before: best.after });
  expect(await upgraded.runner.progress.waitFor(deleted, MAX_WAIT_MS)).toBe(true);
  const live = await dumpReadModels(database.pool);
  await rebuild({ pool: database.pool, store: upgraded.store, projections: allProjections });
  expect(await dumpReadModels(database.pool)).toEqual(live);
  await upgraded.stop();
});

test('an event that a handler refuses is not taken up again and again', async () => {
  const first = await startProjections(database.pool);
  const unfoldable = await append(first.store, 'GoalEdited', better, { company: 'other' });
  expect(await first.runner.progress.waitFor(unfoldable, MAX_WAIT_MS)).toBe(true);
  const before = await aside('other');
  expect(before).toContain(`catalogue GoalEdited ${unfoldable}`);
  await first.stop();
  const generation = () => database.pool.query('SELECT max(generation) AS generation FROM read.shards');
  const { rows } = await generation();
  const second = await startProjections(database.pool);
  const next = await append(
    second.store,
    'CampaignAdded',
    { campaignId: 'c2', entryDate, campaign },
    { company: 'other' },
  );
  expect(await second.runner.progress.waitFor(next, MAX_WAIT_MS)).toBe(true);
  await second.stop();
  expect((await generation()).rows).toEqual(rows);
  expect(await aside('other')).toEqual(before);
});

test('what a version before set aside because it did not know the type is taken up, too', async () => {
  const first = await startProjections(database.pool);
  const added = { goalId: 'g3', entryDate, goal };
  await append(first.store, 'GoalAdded', added, { company: 'third' });
  const painted = await append(first.store, 'GoalPainted', { goalId: 'g3' }, { company: 'third' });
  expect(await first.runner.progress.waitFor(painted, MAX_WAIT_MS)).toBe(true);
  const [event] = await first.store.readAt([painted]);
  await first.stop();
  const stream = streams.organization('third');
  await database.pool.query(
    `INSERT INTO read.set_aside (projection, position, stream, company_id, reason) VALUES ('catalogue', $1, $2, $3, $4)`,
    [painted, stream, 'third', `event GoalPainted v1 at ${stream}@${event?.revision}: unknown event type`],
  );
  const second = await startProjections(database.pool);
  await expect.poll(() => aside('third'), { timeout: MAX_WAIT_MS }).toEqual([]);
  await second.stop();
});

test('an event is taken up, too, behind many that still cannot be read', async () => {
  const first = await startProjections(database.pool);
  const { store } = first;
  const metadata = {
    companyId: 'many',
    actorId: null,
    commandId: newId(),
    correlationId: newId(),
    origin: 'api',
  };
  const unread = Array.from({ length: 1000 }, () => ({
    ...{ id: newId(), type: 'GoalEdited', version: 3, data: better },
    metadata: { ...metadata, at: '2026-03-02T15:00:00.000Z' },
  }));
  await store.append(streams.organization('many'), unread, 'any');
  await append(store, 'GoalAdded', { goalId: 'g4', entryDate, goal }, { company: 'behind' });
  const newer = await append(
    store,
    'GoalEdited',
    { ...better, goalId: 'g4' },
    { company: 'behind', version: 2 },
  );
  expect(await first.runner.progress.waitFor(newer, MAX_WAIT_MS)).toBe(true);
  expect(await aside('behind')).toEqual([`catalogue GoalEdited ${newer}`, `history GoalEdited ${newer}`]);
  await first.stop();
  upgrade();
  const second = await startProjections(database.pool);
  await expect.poll(() => aside('behind'), { timeout: MAX_WAIT_MS }).toEqual([]);
  expect(await aside('many')).toHaveLength(2 * unread.length);
  await second.stop();
});

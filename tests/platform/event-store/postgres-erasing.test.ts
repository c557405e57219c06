import { afterAll, beforeAll, expect, it } from 'vitest';
import { ERASED } from '#platform/event-store/event-store.port.ts';
import { openPostgresStores, type PostgresUnderTest } from './postgres-store.ts';
import { anEvent, aStream } from './store-under-test.ts';

let under: PostgresUnderTest;
beforeAll(async () => {
  under = await openPostgresStores();
});
afterAll(() => under.close());

const BLANK = `type = '${ERASED}', version = 1, data = '{}', metadata = '{}'`;

it.each([
  ['other data', `data = '{"amount": 1}'`],
  ['another type', `type = 'SomethingElse'`],
  ['blank data under the old type', `data = '{}', metadata = '{}', version = 1`],
  ['the marker with the old data', `type = '${ERASED}', version = 1`],
  ['another stream', `${BLANK}, stream = 'elsewhere'`],
  ['another revision', `${BLANK}, revision = revision + 7`],
  ['another position', `${BLANK}, position = position + 1000`],
  ['another time', `${BLANK}, recorded_at = now() + interval '1 day'`],
])('gives an event no %s', async (_what, change) => {
  const stream = aStream();
  const event = anEvent({ a: 1 });
  await under.store.append(stream, [event], 'no stream');
  const changing = under.database.pool.query(`UPDATE events SET ${change} WHERE stream = $1`, [stream]);
  await expect(changing).rejects.toThrow('events are never changed, only erased');
  expect(await under.store.read(stream)).toMatchObject([{ ...event, revision: 0 }]);
});

it('still refuses to delete events', async () => {
  const { pool } = under.database;
  await under.store.append(aStream(), [anEvent({ name: 'Ana' })], 'no stream');
  await expect(pool.query('DELETE FROM events')).rejects.toThrow('events are never deleted');
  await expect(pool.query('TRUNCATE events')).rejects.toThrow('events are never deleted');
});

it('keeps the place of an erased event and nothing of what it said', async () => {
  const stream = aStream();
  await under.store.append(stream, [anEvent({ name: 'Ana' }), anEvent({ name: 'Bo' })], 'no stream');
  const [, second] = await under.store.read(stream);
  await under.store.erase({ streams: [stream], prefixes: [] });
  const { rows } = await under.database.pool.query(
    'SELECT position, revision, id, type, version, data, metadata FROM events WHERE stream = $1 ORDER BY revision',
    [stream],
  );
  expect(rows).toHaveLength(2);
  const { id, position } = second as { id: string; position: number };
  expect(rows[1]).toEqual({
    ...{ id, position, revision: 1, type: ERASED, version: 1, data: {}, metadata: {} },
  });
});

it('erases the newest first, so that what a killed process leaves can be folded', async () => {
  const stream = aStream();
  for (let n = 0; n < 5; n += 1) {
    await under.store.append(stream, [anEvent({ n })], n === 0 ? 'no stream' : n - 1);
  }
  const { pool } = under.database;
  // As if the process died in the middle: the rows of the first chunk are blank, those of the second are not.
  const many = Array.from({ length: 2100 }, (_, n) => anEvent({ n }));
  await under.store.append(stream, many.slice(0, 1000), 4);
  await under.store.append(stream, many.slice(1000, 2000), 1004);
  await under.store.append(stream, many.slice(2000), 2004);
  await pool.query(`
    CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'killed'; END $$;
    CREATE TRIGGER die BEFORE UPDATE ON events FOR EACH ROW WHEN (old.revision = 3) EXECUTE FUNCTION die()`);
  await expect(under.store.erase({ streams: [stream], prefixes: [] })).rejects.toThrow('killed');
  const left = await under.store.read(stream);
  expect(left.map(({ revision }) => revision)).toEqual(
    Array.from({ length: 105 }, (_, revision) => revision),
  );
  await pool.query('DROP TRIGGER die ON events; DROP FUNCTION die()');
  expect(await under.store.erase({ streams: [stream], prefixes: [] })).toBe(2105);
  expect(await under.store.read(stream)).toEqual([]);
});

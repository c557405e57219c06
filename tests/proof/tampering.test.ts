import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Verdict } from '#contracts/proof/verdict.ts';
import { createPool } from '#platform/database.ts';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { appendHistory } from '#tests/projections/projection-world.ts';
import { workingHistory } from '#tests/support/histories/working-history.ts';
import { seededRandom } from '#tests/support/random.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { allowAnyBytes, flipBit, type Target } from './bit-flips.ts';
import { personalDataIsErased } from './personal-data.suite.ts';
import { byCompany, proofOf, sealedUpTo, startSealer } from './sealing-world.ts';

const TRIALS = 100;
const SEED = 6;

let database: TestDatabase;
/** One connection, so that verification sees the tampering of its transaction. */
let pool: pg.Pool;
let companyId: string;
let events: readonly RecordedEvent[];

beforeAll(async () => {
  database = await createTestDatabase();
  const store = createPostgresEventStore({ pool: database.pool });
  const sealer = startSealer(database.pool, store);
  const last = await appendHistory(store, [
    ...workingHistory({ events: 160, companies: 2, employees: 6, days: 3 }),
  ]);
  await sealedUpTo(database.pool, last);
  await sealer.stop();
  const [company] = byCompany(await store.readAll({ limit: 1000 }));
  if (!company) throw new Error('no company');
  [companyId, events] = company;
  await store.close();
  pool = createPool(database.url, { max: 1, idleTimeoutMillis: 0 });
  await allowAnyBytes(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const verify = () => proofOf(pool).verifyCompany(companyId);

/** The faults found after `tamper`, which is then rolled back. */
async function verdictAfter(tamper: () => Promise<unknown>): Promise<Verdict> {
  await pool.query('BEGIN');
  try {
    await pool.query("SET LOCAL session_replication_role = 'replica'");
    await tamper();
    return await verify();
  } finally {
    await pool.query('ROLLBACK');
  }
}
const faultAfter = async (tamper: () => Promise<unknown>) => (await verdictAfter(tamper)).fault;

const chosen = (random: () => number) => events[Math.floor(random() * events.length)] as RecordedEvent;

const changedPosition = async () => {
  const changed = 'SELECT position FROM events WHERE xmin = pg_current_xact_id()::xid';
  return (await pool.query<{ position: number }>(changed)).rows[0]?.position;
};

describe.each(['events', 'seal_links'] as const)('a changed bit of %s', (table) => {
  it(`is found and its event is named, ${TRIALS} of ${TRIALS} times`, {
    tags: ['reliability-10'],
  }, async () => {
    const random = seededRandom(SEED);
    let trials = 0;
    while (trials < TRIALS) {
      const { position } = chosen(random);
      const target: Target = { table, position, companyId };
      await pool.query('BEGIN');
      const flipped = await flipBit(pool, target, random);
      const moved = flipped ? await changedPosition() : undefined;
      const verdict = flipped ? await verify() : null;
      await pool.query('ROLLBACK');
      if (!verdict) continue;
      trials += 1;
      // An event moved to an earlier position is found there.
      const positions = table === 'events' && moved !== undefined ? [position, moved] : [position];
      expect([flipped, verdict.fault?.position]).toEqual([flipped, expect.toBeOneOf(positions)]);
      const names = `${verdict.fault?.kind} ${verdict.fault?.stream}`;
      if (!flipped?.includes('of position of events')) expect(names).not.toMatch(/null|undefined|removed/);
    }
    expect((await verify()).fault).toBeNull();
  });
});

const at = (index: number) => events.at(index) as RecordedEvent;
const remove = (...of: RecordedEvent[]) =>
  pool.query('DELETE FROM events WHERE position = ANY ($1::bigint[])', [of.map(({ position }) => position)]);
const removeLinks = (from: number) =>
  pool.query('DELETE FROM seal_links WHERE company_id = $1 AND position >= $2', [companyId, from]);
const insert = (from: RecordedEvent, position: string, stream: string) =>
  pool.query(
    `INSERT INTO events SELECT ${position}, recorded_at, revision + 1000, version, gen_random_uuid(), $2, type,
            data, metadata FROM events WHERE position = $1`,
    [from.position, stream],
  );
/** Swaps columns between two rows of a table. */
const exchange = (table: string, columns: string, one: number, other: number) =>
  pool.query(
    `UPDATE ${table} t SET (${columns}) = (SELECT ${columns} FROM ${table} o
       WHERE o.position = CASE t.position WHEN ${one} THEN ${other} ELSE ${one} END)
      WHERE position IN (${one}, ${other})`,
  );

describe('tampering with the log is found when it', () => {
  it('removes the first event, one in the middle, the last, or all from one on', async () => {
    const gone = (index: number) => ({ kind: 'removed', position: at(index).position });
    for (const index of [0, 4, -1]) {
      expect(await faultAfter(() => remove(at(index)))).toMatchObject(gone(index));
    }
    expect(await faultAfter(() => remove(...events.slice(-30)))).toMatchObject(gone(-30));
    expect(await faultAfter(() => remove(...events))).toMatchObject(gone(0));
    const erase = `UPDATE events SET type = 'Erased', data = '{}', metadata = '{}' WHERE position = $1`;
    expect(await faultAfter(() => pool.query(erase, [at(5).position]))).toMatchObject(gone(5));
  });

  it("adds an event: before the first, in a gap, in the place of another company's", async () => {
    const { stream } = at(3);
    expect(await faultAfter(() => insert(at(3), '0', stream))).toMatchObject({
      ...{ kind: 'inserted', position: 0, stream, revision: at(3).revision + 1000 },
      difference: 'unsealed',
    });
    const others = await pool.query<{ position: number }>(
      `SELECT position FROM events WHERE strpos(stream, $1) = 0 AND position > $2 ORDER BY position LIMIT 1`,
      [companyId, at(3).position],
    );
    const place = others.rows[0]?.position as number;
    const put = async (inStream: string, metadata?: string) => {
      await pool.query('DELETE FROM events WHERE position = $1', [place]);
      await insert(at(3), `${place}`, inStream);
      const write = 'UPDATE events SET metadata = $2::json WHERE position = $1';
      if (metadata !== undefined) await pool.query(write, [place, metadata]);
    };
    const inserted = { kind: 'inserted', position: place };
    expect(await faultAfter(() => put(stream))).toMatchObject(inserted);
    // In a stream of a kind that no program knows, which alone names our company.
    expect(await faultAfter(() => put(`bonus-${companyId}`, '{}'))).toMatchObject(inserted);
    expect(await faultAfter(() => put(`bonus-${companyId}_1`, '{"companyId":"other"}'))).toMatchObject(
      inserted,
    );
    // In another company's stream, but its metadata names our company, also where that is hard to see.
    for (const metadata of [
      undefined,
      `{"at":"","companyId":"${companyId}"}`,
      `{"companyId":"other","companyId":"${companyId}"}`,
      `{"companyId":"other","company\\u0049d":"${companyId}"}`,
      `{ "companyId" : "${companyId}" }`,
    ]) {
      expect(await faultAfter(() => put('sale-other_1', metadata))).toMatchObject(inserted);
    }
  });

  it('swaps two events', async () => {
    const [one, other] = [at(6), at(-6)];
    const columns = 'recorded_at, version, id, type, data, metadata';
    expect(await faultAfter(() => exchange('events', columns, one.position, other.position))).toEqual({
      ...{ kind: 'changed', position: one.position, stream: one.stream, revision: one.revision },
      ...{ type: other.type, difference: 'content' },
    });
  });

  it('rewrites the same data in other characters', async () => {
    const { position } = at(4);
    for (const text of [`replace(data::text, ':', ': ')`, `replace(data::text, '{"', '{"a":1,"')`]) {
      const fault = await faultAfter(() =>
        pool.query(`UPDATE events SET data = (${text})::json WHERE position = $1`, [position]),
      );
      expect(fault).toMatchObject({ kind: 'changed', position });
    }
    const spaced = `UPDATE events SET metadata = (' ' || metadata::text)::json WHERE position = $1`;
    expect(await faultAfter(() => pool.query(spaced, [position]))).toMatchObject({ difference: 'text' });
  });
});

describe('tampering with the seals is found when it', () => {
  it('removes one, or all from one on', async () => {
    const one = `DELETE FROM seal_links WHERE company_id = $1 AND position = $2`;
    for (const index of [0, 4]) {
      const { position, stream } = at(index);
      expect(await faultAfter(() => pool.query(one, [companyId, position]))).toMatchObject({
        ...{ kind: 'changed', position, stream, difference: 'seal' },
      });
    }
    for (const index of [0, -1, -20]) {
      expect(await faultAfter(() => removeLinks(at(index).position))).toMatchObject({
        ...{ position: at(index).position, difference: 'unsealed' },
      });
    }
  });

  it('swaps two', async () => {
    const [one, other] = [at(6), at(-6)];
    const columns = 'number, key, personal_digest, link';
    expect(
      await faultAfter(() => exchange('seal_links', columns, one.position, other.position)),
    ).toMatchObject({ kind: 'changed', position: one.position });
  });

  it('changes an event or its seal, and the fault tells which', async () => {
    const { position } = at(8);
    const link = `UPDATE seal_links SET link = set_bit(link, 3, 1 - get_bit(link, 3)) WHERE company_id = $1 AND position = $2`;
    expect(await faultAfter(() => pool.query(link, [companyId, position]))).toMatchObject({
      ...{ position, difference: 'seal' },
    });
    const moment = `UPDATE events SET recorded_at = recorded_at + interval '1 microsecond' WHERE position = $1`;
    expect(await faultAfter(() => pool.query(moment, [position]))).toMatchObject({
      ...{ position, difference: 'content' },
    });
  });
});

describe('personal data', () => {
  personalDataIsErased(() => ({ pool, companyId, events, verdictAfter }));
});

it('tampering with one company does not affect the verification of another', async () => {
  await pool.query('BEGIN');
  await pool.query("SET LOCAL session_replication_role = 'replica'");
  await remove(at(4));
  const companies = await pool.query<{ company_id: string }>('SELECT DISTINCT company_id FROM seal_links');
  const other = companies.rows.find(({ company_id }) => company_id !== companyId)?.company_id ?? '';
  expect(await proofOf(pool).verifyCompany(other)).toMatchObject({ fault: null });
  await pool.query('ROLLBACK');
});

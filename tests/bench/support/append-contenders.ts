import { randomUUID } from 'node:crypto';
import { STREAM_DOES_NOT_EXIST } from '@event-driven-io/emmett';
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql';
import pg from 'pg';
import { migrate } from '#infra/postgres/migrate.ts';
import { createPool } from '#platform/database.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { derivedId } from '#platform/ids.ts';

/** Writes one event (or row) durably: the n-th of a stream, where it expects to be. */
export type Contender = {
  append(stream: string, nth: number): Promise<void>;
  close(): Promise<void>;
};

/** Two JSON documents of about 400 bytes together, as a recorded sale has them. */
export function payload(stream: string, nth: number) {
  return {
    data: {
      saleId: stream,
      employeeId: randomUUID(),
      campaignId: randomUUID(),
      status: 'Closed',
      priceCents: 123_400 + nth,
      discount: 0,
    },
    metadata: {
      companyId: 'a2b8d5e0-5f7c-4f0e-9d55-0c1d7a6d1c11',
      commandId: stream,
      at: '2026-11-21T09:30:00.000Z',
      origin: 'api',
    },
  };
}

export const PAYLOAD_BYTES = JSON.stringify(payload(randomUUID(), 0)).length;

export async function ours(url: string): Promise<Contender> {
  const pool = createPool(url, { max: 4 });
  await migrate(pool);
  const store = createPostgresEventStore({ pool });
  return {
    async append(stream, nth) {
      const event = { id: derivedId(stream, nth), type: 'SaleEdited', version: 1, ...payload(stream, nth) };
      const expected = nth === 0 ? 'no stream' : nth - 1;
      const { outcome } = await store.append(`sale-${stream}`, [event], expected);
      if (outcome !== 'appended') throw new Error('conflict');
    },
    async close() {
      await store.close();
      await pool.end();
    },
  };
}

/** Emmett on a pool with a connection for each append in flight; with its default of ten it is slower. */
export async function emmett(url: string, connections: number): Promise<Contender> {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  pool.on('error', () => {});
  const store = getPostgreSQLEventStore(url, { connectionOptions: { pool } });
  await store.schema.migrate();
  return {
    async append(stream, nth) {
      const expectedStreamVersion = nth === 0 ? STREAM_DOES_NOT_EXIST : BigInt(nth);
      const event = { type: 'SaleEdited', ...payload(stream, nth) };
      await store.appendToStream(`sale-${stream}`, [event], { expectedStreamVersion });
    },
    async close() {
      await store.close();
      await pool.end();
    },
  };
}

/** The least that any program does: one prepared INSERT, one row, one transaction. */
export async function oneRowInserts(url: string, connections: number): Promise<Contender> {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  pool.on('error', () => {});
  await pool.query(`
    CREATE TABLE IF NOT EXISTS plain_rows (
      id bigserial PRIMARY KEY, stream text NOT NULL, revision integer NOT NULL, type text NOT NULL,
      data json NOT NULL, metadata json NOT NULL, recorded_at timestamptz NOT NULL DEFAULT now())`);
  return {
    async append(stream, nth) {
      const { data, metadata } = payload(stream, nth);
      await pool.query({
        name: 'insert',
        text: 'INSERT INTO plain_rows (stream, revision, type, data, metadata) VALUES ($1, $2, $3, $4, $5)',
        values: [stream, nth, 'SaleEdited', JSON.stringify(data), JSON.stringify(metadata)],
      });
    },
    close: () => pool.end(),
  };
}

import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { streams } from '#contracts/events/streams.ts';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';
import type { HistoryDeps } from './entries.ts';
import { csvHeader, exportHistory } from './history-export.ts';

const COMPANY = 'co';

function sale(position: number): RecordedEvent {
  const facts = {
    ...{ employeeId: 'ada', campaignId: 'spring', entryDate: '2026-03-02', saleName: '=SUM(A1)' },
    ...{ customerNumber: '42', details: 'x', status: 'Lead', priceCents: 10_000, discountPercent: 0 },
    ...{ taxPercent: 13, commissionPercent: 10, commissionCents: 870 },
  };
  const metadata = { companyId: COMPANY, actorId: 'ada', commandId: 'c', correlationId: 'c', origin: 'api' };
  const at = '2026-03-02T12:00:00.000Z';
  return {
    ...{ id: `e${position}`, stream: streams.sale(COMPANY, `s${position}`), revision: 0, position },
    ...{ type: 'SaleRecorded', version: 1, data: { saleId: `s${position}`, sale: facts } },
    ...{ metadata: { ...metadata, at }, recordedAt: at },
  };
}

/** A company with too many sales to hold in memory; `read` counts the events read. */
function endless(sales: number) {
  const seen = { read: 0, names: 0 };
  const deps: HistoryDeps = {
    importTexts: async () => [],
    queries: {
      accessEntries: async () => ({ rows: [], next: null }),
      async historyOf(_company, _filter, _order, { limit, after }) {
        const from = Number(after?.[0] ?? 0) + 1;
        const count = Math.min(limit, sales - from + 1);
        const rows = Array.from({ length: count }, (_, at) => from + at);
        seen.read += count;
        return { rows, next: from + count > sales ? null : [from + count - 1] };
      },
      positionAt: async () => 0,
      lastEventUpTo: async () => null,
      historyEnds: async () => ({ first: null, last: null }),
      allHistoryNames: async () => ({ rows: [], next: null }),
      async historyNames(_company, { persons }) {
        seen.names++;
        return { persons: persons.map((id) => ({ id, name: 'Ada Lovelace' })), campaigns: [], goals: [] };
      },
    },
    store: {
      read: async () => [],
      readAt: async (positions) => positions.map(sale),
    },
  };
  return { deps, seen };
}

it('reads no further than its reader', async () => {
  const { deps, seen } = endless(1_000_000);
  const text = exportHistory(deps, COMPANY, { filter: {}, order: 'oldest', format: 'jsonl' });
  const stream = Readable.from(text, { objectMode: false });
  await new Promise((ready) => stream.once('readable', ready));
  const first = stream.read(1) as string | Buffer;
  expect(first.toString()).toBe('{');
  // While the reader pauses, one more portion may be in progress, and no turn of the event loop brings others.
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
  expect(seen.read).toBeLessThan(2_000);
  stream.destroy();
  await new Promise((closed) => stream.once('close', closed));
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
  expect(seen.read).toBeLessThan(2_000);
});

it('writes each event once, and looks up a name once', async () => {
  const { deps, seen } = endless(10_000);
  const text = exportHistory(deps, COMPANY, { filter: {}, order: 'oldest', format: 'csv' });
  let lines = 0;
  let formulas = 0;
  const count = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines += chunk.toString().split('\r\n').length - 1;
      formulas += chunk.toString().split(',=').length - 1;
      done();
    },
  });
  await pipeline(text, count);
  expect(lines).toBe(10_001);
  expect(formulas).toBe(0);
  // A missing name is not looked up again either.
  expect(seen.names).toBe(1);
});

it('begins with the byte order mark that tells spreadsheets UTF-8', () => {
  expect(csvHeader.startsWith('\uFEFFPosition,When (UTC),What,')).toBe(true);
  expect(csvHeader.endsWith('\r\n')).toBe(true);
});

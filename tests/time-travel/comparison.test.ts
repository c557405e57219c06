import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boardRows, createReplayBoards } from '#contracts/billboard.ts';
import type { getComparison } from '#contracts/endpoints/comparison.endpoints.ts';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { Replay } from '#contracts/endpoints/replay.endpoints.ts';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import { type EventWithMetadata, startHistoryWorld } from '#tests/history/history-world.ts';
import { appendHistory } from '#tests/projections/projection-world.ts';
import { AUTUMN, MIDNIGHTS, midnights, SPRING } from '#tests/proof/midnights.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';

type Reply = ReplyOf<typeof getComparison>;
type Board = Reply['requestedData'][number]['known_then'];

let world: Awaited<ReturnType<typeof startHistoryWorld>>;
beforeAll(async () => {
  world = await startHistoryWorld({ store: createMemoryEventStore(), steps: 250 });
  const last = await appendHistory(world.api.store, midnights());
  expect(await world.api.progress.waitFor(last, MAX_WAIT_MS)).toBe(true);
});
afterAll(() => world.close());

const cents = (dollars: number) => Math.round(dollars * 100);
const companyOf = ({ metadata }: EventWithMetadata) => metadata.companyId;

/** The local dates of all events of a company. */
function datesOf(events: readonly EventWithMetadata[]): string[] {
  const dates = JSON.stringify(events).matchAll(/"(?:entryDate|loginDate)":"(\d{4}-\d{2}-\d{2})"/g);
  return [...new Set([...dates].map(([, date = '']) => date))];
}

/** Moments between the events of a company, the first before all of them. */
function momentsOf(events: readonly EventWithMetadata[]): string[] {
  const times = events.map(({ metadata }) => metadata.at).sort();
  const few = [0, 0.25, 0.5, 0.75, 1].map((share) => times[Math.floor(share * (times.length - 1))] ?? '');
  return ['2000-01-01T00:00:00.000Z', ...few];
}

it('each row as known then, plus the later events, equals the row of today, to the cent', async () => {
  const companies = [...new Set(world.events.map(companyOf))];
  let differing = 0;
  let explained = 0;
  for (const companyId of companies) {
    const own = world.events.filter((event) => companyOf(event) === companyId);
    const { get } = world.reader({ companyId });
    for (const date of datesOf(own)) {
      const today = new Map((await boardOf(companyId, date)).map((row) => [row?.employee_id, row]));
      for (const until of momentsOf(own)) {
        const reply = await get(`/comparison/${date}?until=${until}`);
        expect(reply.statusCode).toBe(200);
        const { requestedData, rows } = reply.json<Reply>();
        const then = new Map((await boardOf(companyId, date, until)).map((row) => [row?.employee_id, row]));
        const ids = [...new Set([...then.keys(), ...today.keys()])];
        expect(rows).toBe(ids.length);
        const unlike = ids.filter((id) => !isSame(then.get(id) ?? null, today.get(id) ?? null));
        expect(new Set(requestedData.map(({ employee_id }) => employee_id))).toEqual(new Set(unlike));
        for (const row of requestedData) {
          const { known_then, known_today, events } = row;
          differing += 1;
          explained += events.length;
          expect(known_then).toEqual(then.get(row.employee_id) ?? null);
          expect(known_today).toEqual(today.get(row.employee_id) ?? null);
          const added = events.reduce((sum, { commission }) => sum + cents(commission), 0);
          const sold = events.reduce((sum, { sales }) => sum + sales, 0);
          expect(cents(known_then?.commission ?? 0) + added).toBe(cents(known_today?.commission ?? 0));
          expect((known_then?.sales ?? 0) + sold).toBe(known_today?.sales ?? 0);
          expect(events.every(({ entry }) => entry.position <= world.last)).toBe(true);
        }
      }
    }
  }
  // The random histories always have some of each.
  expect(differing).toBeGreaterThan(10);
  expect(explained).toBeGreaterThan(10);
});

describe('hours closed by midnight', () => {
  const ask = async (date: string, query = '') => {
    // The manager's zone does not matter: people worked in other zones.
    const { get } = world.reader({ companyId: MIDNIGHTS, timeZone: 'Asia/Tokyo' });
    const compared = (await get(`/comparison/${date}`)).json<Reply>();
    const replay = (await get(`/replay/${date}${query}`)).json<Replay>();
    const types = compared.requestedData.map(({ events }) => events.map(({ entry }) => entry.type));
    return { compared, replay, types };
  };

  it('belong to their day in every zone, in the comparison as in the replay', async () => {
    const { compared, replay, types } = await ask(SPRING);
    expect([compared.until, compared.rows]).toEqual(['2026-03-09T07:00:23.000Z', 2]);
    expect([replay.end, replay.later]).toEqual([compared.until, 1]);
    expect(replay.moments.map(({ kind }) => kind).slice(-3)).toEqual([
      'shift closed',
      'closed',
      'shift closed',
    ]);
    expect(types).toEqual([['SaleEdited']]);
    expect(compared.requestedData[0]?.differing).toEqual(['commission']);
  });

  it('come later if a correction came before: they hide no correction', async () => {
    const { compared, replay, types } = await ask(AUTUMN);
    expect(compared.until).toBe('2026-11-02T05:00:00.000Z');
    expect([replay.end, replay.later]).toEqual([compared.until, 2]);
    expect(types).toEqual([['SaleEdited', 'ShiftEnded']]);
    expect(compared.requestedData[0]?.differing).toEqual(['sales_per_hour', 'commission']);
  });

  it('leave comparison and replay with the same billboard at the end of any day', async () => {
    let days = 0;
    for (const companyId of [...new Set(world.events.map(companyOf)), MIDNIGHTS]) {
      const { get } = world.reader({ companyId });
      const own = world.events.filter((event) => companyOf(event) === companyId);
      for (const date of companyId === MIDNIGHTS ? [SPRING, AUTUMN] : datesOf(own)) {
        const replay = (await get(`/replay/${date}`)).json<Replay>();
        const played = boardRows(createReplayBoards(replay)(replay.moments.length), date, replay.end);
        const { until, requestedData } = (await get(`/comparison/${date}`)).json<Reply>();
        const unlike = new Map(requestedData.map((row) => [row.employee_id, row.known_then]));
        const then = (await boardOf(companyId, date)).map((row) => unlike.get(row?.employee_id ?? '') ?? row);
        expect(until).toBe(replay.end);
        for (const row of played)
          expect(
            then.some((one) => isSame(one, row)),
            JSON.stringify(row),
          ).toBe(true);
        days += played.length;
      }
    }
    expect(days).toBeGreaterThan(10);
  });
});

it("a comparison ends with the date in the reader's zone, also on a date without work, and refuses the future", async () => {
  const [first] = world.events;
  if (!first) throw new Error('nothing happened');
  const of = world.reader({ companyId: companyOf(first), timeZone: 'America/Toronto' });
  expect((await of.get('/comparison/2025-03-02')).json()).toMatchObject({
    until: '2025-03-03T05:00:00.000Z',
  });
  expect((await of.get('/comparison/2999-01-01')).json()).toMatchObject({ error: 'asOfFuture' });
  expect((await of.get('/comparison/2026-02-30')).json()).toMatchObject({ error: 'invalidDate' });
  expect((await of.get('/comparison/2026-03-02?until=yesterday')).json()).toMatchObject({
    error: 'invalidAsOf',
  });
  const associate = world.reader({ companyId: companyOf(first), role: 'sales associate' });
  expect((await associate.get('/comparison/2026-03-02')).statusCode).toBe(403);
});

it('a comparison contains no other company', async () => {
  const stranger = world.reader({ companyId: 'nobody' });
  const [date = ''] = datesOf(world.events);
  expect((await stranger.get(`/comparison/${date}`)).json()).toMatchObject({ rows: 0, requestedData: [] });
});

async function boardOf(companyId: string, date: string, until?: string): Promise<Board[]> {
  const { get } = world.reader({ companyId });
  const reply = await get(`/../logs/getlogsdaily/${date}${until ? `?as-of=${until}` : ''}`);
  expect(reply.statusCode).toBe(200);
  return reply.json<{ requestedData: Board[] }>().requestedData;
}

/** The key by which rows are compared: a row also has the id of its shift. */
function isSame(one: Board, other: Board): boolean {
  const compared = (row: Board) => row && { ...row, id: '', login_date: '' };
  return JSON.stringify(compared(one)) === JSON.stringify(compared(other));
}

import { beforeAll, describe, expect, it } from 'vitest';
import { decodeEvent } from '#contracts/events/codec.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { loadDemoCompany } from './demo-company.ts';

const FRIDAY = '2026-11-20T19:30:00.000Z';
const accounts = { create: async () => true, rememberTimeZone: async () => {} };

async function load(store: EventStore, now: string, weeks?: number): Promise<readonly StoredEvent[]> {
  const clock = { now: () => new Date(now) };
  await loadDemoCompany({ store, accounts, clock, ...(weeks !== undefined && { weeks }) });
  return (await store.readAll({ limit: 100_000 })).map(decodeEvent);
}

describe('the payday of the demo', () => {
  it.each([
    // The weeks of the demo and the moment of its load, the first day of the schedule, the paid weeks.
    [5, FRIDAY, '2026-10-26', ['2026-10-26', '2026-11-02']],
    [4, FRIDAY, '2026-10-26', ['2026-10-26', '2026-11-02']],
    [3, FRIDAY, '2026-11-02', ['2026-11-02']],
    [2, FRIDAY, '2026-11-09', []],
    [1, FRIDAY, '2026-11-16', []],
    [0, FRIDAY, undefined, []],
    // Sunday evening and Monday after midnight in Toronto.
    [5, '2026-11-16T04:30:00.000Z', '2026-10-19', ['2026-10-19', '2026-10-26']],
    [5, '2026-11-16T05:30:00.000Z', '2026-10-26', ['2026-10-26', '2026-11-02']],
  ])('of %s weeks, seen at %s, is weekly from %s on, and %j are paid', async (weeks, now, firstDay, paid) => {
    const log = await load(createMemoryEventStore(), now, weeks);
    const schedules = log.flatMap((event) => (event.type === 'PayScheduleSet' ? [event.data.after] : []));
    expect(schedules.map((schedule) => schedule.firstDay)).toEqual(firstDay === undefined ? [] : [firstDay]);
    const locks = log.flatMap((event) => (event.type === 'StatementLocked' ? [event.data] : []));
    const real = locks.filter(({ isImported }) => !isImported);
    expect([...new Set(real.map(({ from }) => from))].toSorted()).toEqual(paid);
    for (const { from, isImported } of locks) expect(from < (firstDay ?? ''), from).toBe(isImported);
  });

  it('has every statement approved by another manager before the owner locks it', async () => {
    const log = await load(createMemoryEventStore(), FRIDAY);
    const founder = log.find(({ type }) => type === 'EmployeeAdded');
    const ownerId = founder?.type === 'EmployeeAdded' ? founder.data.employeeId : '';
    const approvals = log.flatMap((event) => (event.type === 'StatementApproved' ? [event] : []));
    const locks = log.flatMap((event) =>
      event.type === 'StatementLocked' && !event.data.isImported ? [event] : [],
    );
    expect(locks.length).toBeGreaterThan(10);
    expect(approvals).toHaveLength(locks.length);
    for (const { data, metadata, position } of locks) {
      const approval = approvals.find(
        ({ data: { employeeId, from } }) => employeeId === data.employeeId && from === data.from,
      );
      expect(approval?.metadata.actorId).not.toBe(data.employeeId);
      expect(approval?.data).toMatchObject({ digest: data.digest, isOwn: false });
      expect(approval?.position).toBeLessThanOrEqual(data.through);
      expect(position).toBeGreaterThan(data.through);
      expect(metadata.actorId).toBe(ownerId);
      expect(data.clawbackDays).toBe(90);
    }
  });
});

describe('a load that is interrupted at payday', () => {
  let whole: readonly StoredEvent[];
  beforeAll(async () => {
    whole = await load(createMemoryEventStore(), FRIDAY);
  });

  it.each([
    ['ClawbackWindowSet', 1],
    ['StatementLocked', 5],
    ['PayScheduleSet', 1],
    ['StatementApproved', 4],
    ['StatementLocked', 20],
    ['PayLineAdded', 1],
    ['StatementApproved', 12],
    ['StatementLocked', 30],
    ['SaleEdited', 400],
  ])('before %s number %i is completed with the same events', async (type, nth) => {
    const store = createMemoryEventStore();
    let before = 0;
    const dying: EventStore = {
      ...store,
      append: async (stream, events, ...how) => {
        before += events.filter((event) => event.type === type).length;
        if (before >= nth) throw new Error('killed');
        return store.append(stream, events, ...how);
      },
    };
    await expect(load(dying, FRIDAY)).rejects.toThrow('killed');
    const completed = await load(store, '2026-11-20T20:30:00.000Z');
    expect(sorted(completed)).toEqual(sorted(whole));
  });
});

/** By id: events of one instant may have another order. */
function sorted(log: readonly StoredEvent[]) {
  const contents = log.map(({ id, stream, revision, type, data, metadata }) =>
    JSON.stringify({ id, stream, revision, type, data, metadata }),
  );
  return contents.toSorted();
}

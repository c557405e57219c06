import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LiveBus, LiveMessage } from '#platform/live/live-bus.port.ts';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';

/** One process on the bus, with everything it heard since it joined. */
export type Member = { bus: LiveBus; heard: LiveMessage[] };

export function listenOn(bus: LiveBus): Member {
  const heard: LiveMessage[] = [];
  bus.subscribe((message) => heard.push(message));
  return { bus, heard };
}

export function committed(position: number, keys: Record<string, string>[] = []): LiveMessage {
  return { kind: 'committed', position, changes: [{ model: 'employee-days', companyId: 'c', keys }] };
}

export function uncommitted(position: number, name: string): LiveMessage {
  const row = { employee_id: 'e', name, sales: 3, rate: 0.5, isOpen: true, ended_at: null };
  const rows = [
    { key: { employee_id: 'e' }, row },
    { key: { employee_id: 'gone' }, row: null },
  ];
  return { kind: 'uncommitted', position, model: 'employee-days', companyId: 'c', rows };
}

/** What every adapter keeps. `open` joins the bus of this test as one more process. */
export function describeLiveBus(name: string, open: () => Promise<LiveBus>, processes: 1 | 3): void {
  describe(`live bus on ${name}`, () => {
    const buses: LiveBus[] = [];
    afterEach(async () => {
      await Promise.all(buses.splice(0).map((bus) => bus.close()));
    });
    async function members(): Promise<Member[]> {
      const opened = await Promise.all(Array.from({ length: processes }, open));
      buses.push(...opened);
      return opened.map(listenOn);
    }
    const first = (all: Member[]) => all[0] as Member;

    it('delivers to its own process before publish returns, exactly once', async () => {
      const all = await members();
      first(all).bus.publish(committed(1));
      expect(first(all).heard).toEqual([committed(1)]);
      // The last to arrive anywhere proves that the first would have come back by now.
      const marker = all.at(-1) as Member;
      marker.bus.publish(committed(2));
      await vi.waitFor(() => expect(first(all).heard).toContainEqual(committed(2)), WAIT_OPTIONS);
      await vi.waitFor(() => expect(marker.heard).toContainEqual(committed(1)), WAIT_OPTIONS);
      expect(first(all).heard.filter((m) => m.kind === 'committed' && m.position === 1)).toHaveLength(1);
    });

    it('delivers a burst to every process, in order, nothing twice', async () => {
      const all = await members();
      const sent = Array.from({ length: 500 }, (_, at) => committed(at, [{ employee: randomUUID() }]));
      for (const message of sent) first(all).bus.publish(message);
      for (const { heard } of all) await vi.waitFor(() => expect(heard).toHaveLength(500), WAIT_OPTIONS);
      for (const { heard } of all) expect(heard).toEqual(sent);
    });

    it('carries every kind of message unchanged', async () => {
      const all = await members();
      const sent: LiveMessage[] = [
        committed(7, [{ employee_id: 'e', date: '2026-11-21' }, { name: 'Zoë "quoted" 株式会社 \u0007' }]),
        { kind: 'committed', position: -1, changes: [] },
        uncommitted(8, 'Zoë "quoted"'),
        { kind: 'revoked', employeeId: 'e', sessionId: 's' },
        { kind: 'revoked', employeeId: 'e', sessionId: null },
        { kind: 'missed' },
      ];
      for (const message of sent) first(all).bus.publish(message);
      for (const { heard } of all) await vi.waitFor(() => expect(heard).toEqual(sent), WAIT_OPTIONS);
    });

    it('delivers nothing more to a process that has closed it', async () => {
      const [member] = await members();
      const { bus, heard } = member as Member;
      bus.publish(committed(1));
      await bus.close();
      bus.publish(committed(2));
      expect(heard).toEqual([committed(1)]);
    });

    it('a subscriber that throws does not stop the others', async () => {
      const [member] = await members();
      const { bus, heard } = member as Member;
      bus.subscribe(() => {
        throw new Error('a bug in a subscriber');
      });
      const late: LiveMessage[] = [];
      bus.subscribe((message) => late.push(message));
      bus.publish(committed(1));
      expect([heard.length, late.length]).toEqual([1, 1]);
    });

    it('sends nothing to a subscriber that left', async () => {
      const [member] = await members();
      const { bus, heard } = member as Member;
      const late: LiveMessage[] = [];
      const leave = bus.subscribe((message) => late.push(message));
      leave();
      bus.publish(committed(1));
      expect([heard.length, late.length]).toEqual([1, 0]);
    });
  });
}

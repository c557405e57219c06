import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { BillboardChange, BillboardSnapshot, Change, Snapshot } from '#contracts/live/live-protocol.ts';
import { createLog } from '#platform/log.ts';
import { type Channel, createChannel } from '#services/gateway/channel.ts';

export const DAY = '2026-11-21';
const rowOf = (employee_id: string, sales: number) =>
  ({ employee_id, login_date: DAY, sales }) as BillboardRow;

/** What a browser does with the protocol; a gap is kept as evidence instead of being healed. */
export type Viewer = { rows: Map<string, number>; version: number | null; gaps: string[]; heard: number };

/** A real channel over a database and viewers of memory; time is that of fake timers. */
export function simulateChannel(options: { delay?: () => number; day?: () => string } = {}) {
  const database = new Map<string, number>();
  const log: (Change | Snapshot)[] = [];
  const behind = new Set<Viewer>();
  const aside: Viewer[] = [];
  let position = 10;
  let failing = false;

  /** The database is looked at somewhere between the question and the answer. */
  async function read<Value>(look: () => Value): Promise<Value> {
    const { delay = () => 1 } = options;
    await new Promise((done) => setTimeout(done, delay()));
    if (failing) throw new Error('database away');
    const seen = look();
    await new Promise((done) => setTimeout(done, delay()));
    return seen;
  }
  const rowsOf = (ids: Iterable<string>) =>
    [...ids].flatMap((id) => (database.has(id) ? [rowOf(id, database.get(id) as number)] : []));

  function tell(viewer: Viewer, message: Change | Snapshot): void {
    viewer.heard += 1;
    if (!('from' in message)) {
      const { rows } = message.data as BillboardSnapshot;
      viewer.rows = new Map(rows.map((row) => [row.employee_id, row.sales]));
    } else {
      if (viewer.version !== message.from) viewer.gaps.push(`${viewer.version} but from ${message.from}`);
      const { rows, removed } = message.data as BillboardChange;
      for (const row of rows) viewer.rows.set(row.employee_id, row.sales);
      for (const { employeeId } of removed) viewer.rows.delete(employeeId);
    }
    viewer.version = message.version;
  }

  const channel: Channel<Viewer> = createChannel<Viewer>({
    feed: {
      topic: 'billboard',
      patienceMs: 0,
      epoch: options.day ?? (() => DAY),
      snapshot: (date) => read(() => ({ date, rows: rowsOf(database.keys()) })),
      change: (ids, date) =>
        read(() => ({
          rows: rowsOf(ids),
          removed: ids.filter((id) => !database.has(id)).map((employeeId) => ({ employeeId, date })),
        })),
    },
    outlet: {
      push(viewers, change) {
        log.push(change);
        for (const viewer of viewers) tell(viewer, change);
      },
      show(viewers, snapshot) {
        log.push(snapshot);
        for (const viewer of viewers) tell(viewer, snapshot);
      },
      isBehind: (viewer) => behind.has(viewer),
      setAside: (viewer) => void aside.push(viewer),
    },
    position,
    now: () => performance.now(),
    log: createLog('silent'),
    coalesced: () => {},
  });

  return {
    channel,
    log,
    behind,
    aside,
    database,
    fail: (on: boolean) => {
      failing = on;
    },
    write(...ids: string[]) {
      position += 1;
      for (const id of ids) database.set(id, position);
      channel.touch(ids, position);
    },
    remove(id: string) {
      position += 1;
      database.delete(id);
      channel.touch([id], position);
    },
    viewer(): Viewer {
      return { rows: new Map(), version: null, gaps: [], heard: 0 };
    },
    pushes: () => log.filter((message): message is Change => 'from' in message),
  };
}

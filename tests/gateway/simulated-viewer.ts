import type { BillboardChange, BillboardSnapshot, Change, Snapshot } from '#contracts/live/live-protocol.ts';
import type { Scheduler } from '#platform/clock.ts';

/** What a browser does with the protocol; a gap is kept as evidence instead of being healed. */
export type Viewer = {
  rows: Map<string, number>;
  version: number | null;
  gaps: string[];
  heard: number;
  /** How long each older state stayed, in milliseconds, that came after a newer one of the same row. */
  setBack: number[];
  tell(message: Change | Snapshot): void;
  /** What these rows showed of that position may never be: whatever comes next is no step back. */
  forgive(ids: Iterable<string>, position: number): void;
  /** A new page: nothing was seen before. */
  startOver(): void;
};

export function seeing(scheduler: Pick<Scheduler, 'now'>): Viewer {
  const newest = new Map<string, number>();
  const behindSince = new Map<string, number>();
  const withdrawn = new Set<number>();

  function compare(): void {
    for (const id of behindSince.keys()) if (!viewer.rows.has(id)) behindSince.delete(id);
    for (const [id, sales] of viewer.rows) {
      if (withdrawn.has(sales)) continue;
      const isOlder = sales < (newest.get(id) ?? 0);
      const since = behindSince.get(id);
      if (isOlder && since === undefined) behindSince.set(id, scheduler.now());
      if (isOlder) continue;
      newest.set(id, sales);
      if (since === undefined) continue;
      viewer.setBack.push(scheduler.now() - since);
      behindSince.delete(id);
    }
  }

  const viewer: Viewer = {
    rows: new Map(),
    version: null,
    gaps: [],
    heard: 0,
    setBack: [],
    tell(message) {
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
      compare();
    },
    forgive(ids, position) {
      withdrawn.add(position);
      for (const id of ids) {
        newest.delete(id);
        behindSince.delete(id);
      }
    },
    startOver: () => {
      newest.clear();
      behindSince.clear();
    },
  };
  return viewer;
}

import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { Change, Snapshot } from '#contracts/live/live-protocol.ts';
import { createLog } from '#platform/log.ts';
import { toBillboardRow } from '#projections/employee-days/billboard.queries.ts';
import { type Channel, createChannel } from '#services/gateway/channel.ts';
import { uncommittedBillboardRows } from '#services/gateway/uncommitted-rows.ts';
import type { SteppedTime } from '#tests/support/stepped-time.ts';
import { seeing, type Viewer } from './simulated-viewer.ts';

export const DAY = '2026-11-21';
export const NOON = `${DAY}T12:00:00.000Z`;

export const dayRowOf = (employee_id: string, sales: number) => ({
  ...{ company_id: 'c', day: DAY, employee_id },
  ...{ closed_sales: sales, sales, commission_cents: sales, last_act: sales },
  ...{ shift_id: null, time_zone: null, start_zone: null, started_at: null, start_reason: null },
  ...{ ended_at: null, set_duration: null },
  shift_since: null,
});
export const rowOf = (id: string, sales: number): BillboardRow =>
  toBillboardRow(
    { ...dayRowOf(id, sales), first_name: id, last_name: 'Lovelace', campaign_name: 'Solar' },
    NOON,
  );

export type SimulationOptions = {
  /** Of a read, before and after it looks. */
  delay?: () => number;
  day?: () => string;
  /** How long a message travels. */
  lag?: number;
  /** Whether rows are shown before their commit. */
  hasPreviews?: boolean;
  /** UTC ISO-8601. */
  now?: () => string;
  /** Of the employees. */
  zone?: string | null;
};

/**
 * A real channel with the uncommittedRows of the real billboard, over a database and viewers of memory, in a
 * stepped time. A row's sales are the position of the event that it was folded from, so that a viewer can
 * tell when it was shown an older state than before.
 */
export function simulateChannel(
  { scheduler }: Pick<SteppedTime, 'scheduler'>,
  {
    delay = () => 1,
    day = () => DAY,
    now = () => NOON,
    lag = 0,
    hasPreviews = true,
    zone = null,
  }: SimulationOptions = {},
) {
  const database = new Map<string, number>();
  const log: (Change | Snapshot)[] = [];
  const behind = new Set<Viewer>();
  const aside: Viewer[] = [];
  const viewers: Viewer[] = [];
  let position = 10;
  let failing = false;
  /** The batch that is folded and not committed; one at a time, as the runner has it. */
  let underWay: { position: number; rows: Map<string, number | null> } | null = null;

  /** The database is looked at somewhere between the question and the answer. */
  async function read<Value>(look: () => Value): Promise<Value> {
    await scheduler.pause(delay());
    if (failing) throw new Error('database away');
    const seen = look();
    await scheduler.pause(delay());
    return seen;
  }
  const rowsOf = (ids: Iterable<string>) =>
    [...ids].flatMap((id) => {
      const sales = database.get(id);
      return sales === undefined ? [] : [{ ...rowOf(id, sales), current_timezone: zone }];
    });

  const uncommittedRows = uncommittedBillboardRows(now, 'UTC');
  const channel: Channel<Viewer> = createChannel<Viewer>({
    feed: {
      topic: 'billboard',
      delayMs: 0,
      ...(hasPreviews && { uncommittedRows, hasEnded: uncommittedRows.hasEndedRow }),
      shownDate: day,
      shows: (date) => date === day(),
      snapshot: (date) => read(() => ({ date, rows: rowsOf(database.keys()) })),
      change: (ids, date) =>
        read(() => ({
          rows: rowsOf(ids),
          removed: ids.filter((id) => !database.has(id)).map((employeeId) => ({ employeeId, date })),
        })),
    },
    outlet: {
      push(members, change) {
        log.push(change);
        for (const viewer of members) viewer.tell(change);
      },
      show(members, snapshot) {
        log.push(snapshot);
        for (const viewer of members) viewer.tell(snapshot);
      },
      isBehind: (viewer) => behind.has(viewer),
      setAside: (viewer) => void aside.push(viewer),
    },
    position,
    scheduler,
    log: createLog('silent'),
    coalesced: () => {},
  });

  /** Messages keep their order, however long they travel. */
  function send(message: () => void): void {
    if (lag === 0) message();
    else scheduler.after(lag, message);
  }

  function write(rows: Iterable<readonly [string, number | null]>): void {
    for (const [id, sales] of rows) {
      if (sales === null) database.delete(id);
      else database.set(id, sales);
    }
  }

  function settle(isWritten: boolean): void {
    if (!underWay) return;
    const { position: at, rows } = underWay;
    underWay = null;
    if (isWritten) write(rows);
    else for (const viewer of viewers) viewer.forgive(rows.keys(), at);
    send(() => channel.touch([...rows.keys()], at));
  }

  function fold(rows: (next: number) => Iterable<readonly [string, number | null]>): void {
    settle(true);
    position += 1;
    underWay = { position, rows: new Map(rows(position)) };
  }

  function sendUncommitted(): void {
    if (!underWay) return;
    const { position: at, rows } = underWay;
    const changed = [...rows].map(([id, sales]) => ({
      key: { day: DAY, employee_id: id },
      row: sales === null ? null : { ...dayRowOf(id, sales), time_zone: zone },
    }));
    send(() =>
      channel.showUncommitted({ position: at, model: 'employee-days', companyId: 'c', rows: changed }),
    );
  }

  return {
    channel,
    log,
    behind,
    aside,
    database,
    fail: (on: boolean) => {
      failing = on;
    },
    /** Committed at once, not uncommitted. */
    write(...ids: string[]) {
      fold((at) => ids.map((id) => [id, at]));
      settle(true);
    },
    remove(id: string) {
      fold(() => [[id, null]]);
      settle(true);
    },
    /** Folded and shown; it is committed by `commit` or the next batch. */
    showUncommitted(...ids: string[]) {
      fold((at) => ids.map((id) => [id, at]));
      sendUncommitted();
    },
    showUncommittedRemoval(id: string) {
      fold(() => [[id, null]]);
      sendUncommitted();
    },
    commit: () => settle(true),
    /** The database takes nothing of it, and never will. */
    refuse: () => settle(false),
    /** The committing runner is gone; the outcome is unknown until another one begins. */
    loseTheRunner(wroteIt: boolean) {
      if (underWay) {
        for (const viewer of viewers) viewer.forgive(underWay.rows.keys(), underWay.position);
        if (wroteIt) write(underWay.rows);
      }
      // The event stays in the log: the next runner takes it in and tells of it.
      if (wroteIt) underWay = null;
      send(() => channel.invalidate(0));
    },
    viewer(): Viewer {
      const viewer = seeing(scheduler);
      viewers.push(viewer);
      return viewer;
    },
    pushes: () => log.filter((message): message is Change => 'from' in message),
  };
}

/** The same, after it showed ada and bob (position 11) to one viewer a while ago. */
export async function simulateCalmChannel(time: SteppedTime, options?: SimulationOptions) {
  const simulated = simulateChannel(time, options);
  simulated.write('ada', 'bob');
  const one = simulated.viewer();
  simulated.channel.join(one);
  await time.pass(500);
  return { ...simulated, one };
}

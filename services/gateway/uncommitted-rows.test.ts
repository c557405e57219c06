import { describe, expect, it } from 'vitest';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { UncommittedBatch } from '#platform/live/live-bus.port.ts';
import { DAY, dayRowOf, NOON, rowOf } from '#tests/gateway/simulated-channel.ts';
import { uncommittedBillboardRows } from './uncommitted-rows.ts';

const YESTERDAY = '2026-11-20';
const TOMORROW = '2026-11-22';
const KIRITIMATI = { login_date: TOMORROW, current_timezone: 'Pacific/Kiritimati' };

/** Uncommitted rows over a board that was read with these sales. */
function over(board: Record<string, number>) {
  let now = NOON;
  const uncommitted = uncommittedBillboardRows(() => now, 'UTC');
  const rowsOf = (sales: Record<string, number>, place: Partial<BillboardRow> = {}) =>
    Object.entries(sales).map(([id, n]) => ({ ...rowOf(id, n), ...place }));
  const snapshot = (read: Record<string, number>, place?: Partial<BillboardRow>) =>
    uncommitted
      .overSnapshot({ date: DAY, rows: rowsOf(read, place) })
      .rows.map((row) => [row.employee_id, row.sales]);
  snapshot(board);
  return {
    uncommitted,
    snapshot,
    at(instant: string) {
      now = instant;
    },
    /** Sales by employee; null: the row will be gone. */
    learn(
      sales: Record<string, number | null>,
      { day = DAY, zone = null, ended = null, ...batch }: Learnt = {},
    ) {
      const rows = Object.entries(sales).map(([id, n]) => ({
        key: { day, employee_id: id },
        row: n === null ? null : { ...dayRowOf(id, n), day, time_zone: zone, ended_at: ended },
      }));
      return uncommitted.learn({
        ...{ position: 20, model: 'employee-days', companyId: 'c', rows },
        ...batch,
      });
    },
    preview: (...ids: string[]) =>
      uncommitted.preview(ids, DAY)?.rows.map((row) => [row.employee_id, row.sales]),
    change(read: Record<string, number>, ...removed: string[]) {
      const gone = removed.map((employeeId) => ({ employeeId, date: DAY }));
      const news = uncommitted.overChange({ rows: rowsOf(read), removed: gone }, DAY);
      return (
        news && [
          news.rows.map((row) => [row.employee_id, row.sales]),
          news.removed.map((row) => row.employeeId),
        ]
      );
    },
  };
}
type Learnt = Partial<UncommittedBatch> & { day?: string; zone?: string | null; ended?: string | null };

describe('uncommitted rows of a billboard', () => {
  it('are those of the date that is shown', () => {
    const { learn, preview } = over({ ada: 1, bob: 1 });
    expect(learn({ ada: 2 }, { day: YESTERDAY })).toEqual([]);
    expect(learn({ bob: 2 })).toEqual(['bob']);
    expect([preview('ada'), preview('bob')]).toEqual([undefined, [['bob', 2]]]);
  });

  it('are of the date that it is for their employee', () => {
    const { learn, preview, snapshot } = over({});
    // It is noon of the 21st in UTC, and 2 a.m. of the 22nd there.
    snapshot({ ada: 1 }, KIRITIMATI);
    expect(learn({ ada: 2 }, { day: TOMORROW, zone: KIRITIMATI.current_timezone })).toEqual(['ada']);
    expect(preview('ada')).toEqual([['ada', 2]]);
    expect(learn({ ada: 3 }, { day: DAY, zone: KIRITIMATI.current_timezone })).toEqual([]);
    expect(preview('ada')).toEqual([['ada', 2]]);
    // Of employees without a row: those whose own today it is.
    expect(learn({ bob: 1 }, { day: TOMORROW, zone: KIRITIMATI.current_timezone })).toEqual(['bob']);
    expect(learn({ cid: 1 }, { day: TOMORROW, zone: 'UTC' })).toEqual([]);
    expect(learn({ cid: 1 }, { day: TOMORROW })).toEqual([]);
    expect(learn({ cid: 1 }, { day: DAY })).toEqual(['cid']);
  });

  it('wait for their commit where another day of the employee may take their place', () => {
    const { learn, preview } = over({ ada: 1, bob: 1, cid: 0 });
    learn({ ada: 0, cid: 0 });
    learn({ bob: 1 }, { ended: NOON });
    expect([preview('ada'), preview('bob'), preview('cid')]).toEqual([undefined, undefined, [['cid', 0]]]);
    learn({ ada: 2, bob: 2 });
    expect([preview('ada'), preview('bob')]).toEqual([[['ada', 2]], [['bob', 2]]]);
  });

  it('end with their date', () => {
    const { learn, preview, snapshot, uncommitted, at } = over({});
    snapshot({ ada: 1 }, KIRITIMATI);
    learn({ ada: 2 }, { day: TOMORROW, zone: KIRITIMATI.current_timezone });
    preview('ada');
    at(`${TOMORROW}T09:59:00.000Z`);
    expect(uncommitted.hasEndedRow()).toBe(false);
    at(`${TOMORROW}T10:00:00.000Z`);
    expect(uncommitted.hasEndedRow()).toBe(true);
    expect(snapshot({})).toEqual([]);
    expect(uncommitted.hasEndedRow()).toBe(false);
  });

  it('without a zone end with the date of the viewer', () => {
    const { uncommitted, at } = over({ ada: 1 });
    at(`${TOMORROW}T12:00:00.000Z`);
    expect(uncommitted.hasEndedRow()).toBe(false);
  });

  it('of a row that was added and removed before its commit are gone', () => {
    const { learn, change } = over({});
    learn({ ada: 1 });
    expect(learn({ ada: null })).toEqual(['ada']);
    expect(change({ ada: 1 })).toEqual([[], ['ada']]);
  });

  it('are those of one read model', () => {
    const { learn } = over({ ada: 1 });
    expect(learn({ ada: 2 }, { model: 'sales-book' })).toEqual([]);
  });

  it('wait for their commit when another version of the program folded them', () => {
    const { learn, uncommitted, preview } = over({ ada: 1 });
    learn({ ada: 2 });
    const strange = { key: { day: DAY, employee_id: 'ada' }, row: { employee_id: 'ada', deals: 3 } };
    const batch = { position: 21, model: 'employee-days', companyId: 'c', rows: [strange] };
    expect(uncommitted.learn(batch)).toEqual(['ada']);
    expect(preview('ada')).toBeUndefined();
  });

  it('lie over rows of their date only', () => {
    const { learn, snapshot } = over({ ada: 1, bob: 1 });
    learn({ ada: 5, bob: null });
    expect(snapshot({ ada: 1, bob: 1 }, { login_date: TOMORROW })).toEqual([
      ['ada', 1],
      ['bob', 1],
    ]);
    expect(snapshot({ ada: 1, bob: 1 })).toEqual([['ada', 5]]);
  });

  it('keep the order of the board in a snapshot', () => {
    const { learn, snapshot } = over({ ada: 9, bob: 1 });
    learn({ bob: 10 });
    expect(snapshot({ ada: 9, bob: 1 })).toEqual([
      ['bob', 10],
      ['ada', 9],
    ]);
  });

  it('take a name from the last preview when a snapshot was read before the row was there', () => {
    const { learn, preview, snapshot } = over({ ada: 1 });
    learn({ ada: 2 });
    preview('ada');
    expect(snapshot({})).toEqual([['ada', 2]]);
  });

  it('have no names any more after a snapshot without the row', () => {
    const { learn, preview, snapshot } = over({ ada: 1 });
    snapshot({});
    learn({ ada: 2 });
    expect(preview('ada')).toBeUndefined();
  });

  it('have no names any more after a change that removed the row', () => {
    const { learn, preview, change } = over({ ada: 1 });
    expect(change({}, 'ada')).toEqual([[], ['ada']]);
    learn({ ada: 2 });
    expect(preview('ada')).toBeUndefined();
  });

  it('have no names any more after a preview that removed the row', () => {
    const { learn, preview } = over({ ada: 1 });
    learn({ ada: null });
    preview('ada');
    learn({ ada: 2 });
    expect(preview('ada')).toBeUndefined();
  });

  it('lie over a change that was read too early, also when it says that the row is gone', () => {
    const { learn, change } = over({ ada: 1, bob: 1 });
    learn({ ada: 5, bob: 6 });
    expect(change({ ada: 1 }, 'bob')).toEqual([
      [
        ['bob', 6],
        ['ada', 5],
      ],
      [],
    ]);
  });

  it('are left out of a change when all viewers have had them, and only as long as they are equal', () => {
    const { learn, preview, change, uncommitted } = over({ ada: 1 });
    learn({ ada: 2 });
    preview('ada');
    uncommitted.forgetUpTo(20);
    expect(change({ ada: 2 })).toBeNull();
    expect(change({ ada: 3 })).toEqual([[['ada', 3]], []]);
    // Viewers have had another row since.
    expect(change({ ada: 2 })).toEqual([[['ada', 2]], []]);
  });

  it('are sent again after news was lost', () => {
    const { learn, preview, change, snapshot, uncommitted } = over({ ada: 1 });
    learn({ ada: 2 });
    preview('ada');
    uncommitted.forget();
    expect(snapshot({ ada: 1 })).toEqual([['ada', 1]]);
    expect(uncommitted.isPreviewOf('ada', 20)).toBe(false);
    expect(change({ ada: 2 })).toEqual([[['ada', 2]], []]);
  });
});

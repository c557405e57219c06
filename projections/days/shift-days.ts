import type { StoredEvent } from '#contracts/events/vocabulary.ts';

/** The shift of a day as the tables keep it; all null while the day has sales but no shift. */
export type ShiftColumns = {
  readonly shift_id: string | null;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly set_duration: number | null;
};

export const NO_SHIFT: ShiftColumns = {
  shift_id: null,
  started_at: null,
  ended_at: null,
  set_duration: null,
};

type ShiftDay = { readonly companyId: string; readonly employeeId: string; readonly day: string };

/**
 * The shift events for a read model with a row per employee and local day. `need` asks for the row of that
 * day, `start` puts a begun shift into it, `change` alters the shift that is there.
 */
export function shiftDays<Need, Rows>(model: {
  need: (need: Need, day: ShiftDay) => void;
  start: (rows: Rows, day: ShiftDay, shift: ShiftColumns, event: StoredEvent<'ShiftStarted'>) => void;
  change: (rows: Rows, day: ShiftDay, change: Partial<ShiftColumns>, event: ShiftEvent) => void;
}) {
  const needs = (event: ShiftEvent, need: Need) => model.need(need, dayOf(event));
  return {
    ShiftStarted: {
      needs,
      apply(event: StoredEvent<'ShiftStarted'>, rows: Rows) {
        const { shiftId, startedAt, setDuration } = event.data;
        const shift = { shift_id: shiftId, started_at: startedAt, ended_at: null, set_duration: setDuration };
        model.start(rows, dayOf(event), shift, event);
      },
    },
    ShiftResumed: {
      needs,
      apply: (event: StoredEvent<'ShiftResumed'>, rows: Rows) =>
        model.change(rows, dayOf(event), { ended_at: null }, event),
    },
    ShiftEnded: {
      needs,
      apply: (event: StoredEvent<'ShiftEnded'>, rows: Rows) =>
        model.change(rows, dayOf(event), { ended_at: event.data.endedAt }, event),
    },
    ShiftDurationSet: {
      needs,
      apply: (event: StoredEvent<'ShiftDurationSet'>, rows: Rows) =>
        model.change(rows, dayOf(event), { set_duration: event.data.after }, event),
    },
  } satisfies { [Type in ShiftEvent['type']]: unknown };
}

export type ShiftEvent = StoredEvent<'ShiftStarted' | 'ShiftResumed' | 'ShiftEnded' | 'ShiftDurationSet'>;

function dayOf({ data, metadata }: ShiftEvent): ShiftDay {
  return { companyId: metadata.companyId, employeeId: data.employeeId, day: data.loginDate };
}

/** The row of a shift that began; throws for an event about a shift that never did. */
export function begun<Row extends ShiftColumns>(row: Row | undefined): Row {
  if (!row?.shift_id) throw new Error('this shift never started');
  return row;
}

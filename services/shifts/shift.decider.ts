import type { ShiftEndReason, ShiftStartReason } from '#contracts/events/shift.events.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { accepted, rejected } from '#contracts/result.ts';
import { endOfLocalDay, instantOnClock } from '#platform/calendar.ts';
import type { Decider } from '#platform/commands/command.ts';

export type ShiftEvent = DomainEvent<
  'ShiftStarted' | 'ShiftResumed' | 'ShiftEnded' | 'ShiftStartSet' | 'ShiftDurationSet'
>;

type Begun = {
  readonly shiftId: string;
  /** In which the shift began; its start is corrected on that clock. */
  readonly startZone: string;
  /** The zone of the latest act that started, reopened or moved the shift; its midnight ends the shift. */
  readonly timeZone: string;
  readonly startedAt: string;
  /** The time of that login; the shift cannot end before it. */
  readonly openedAt: string;
  /** Hours, 0 to 9; null until it is set. */
  readonly setDuration: number | null;
};

export type ShiftState =
  | { readonly kind: 'not begun' }
  | ({ readonly kind: 'open' } & Begun)
  | ({ readonly kind: 'ended'; readonly endedAt: string } & Begun);

/** The shift of one employee on one local date. */
type OfShift = { readonly employeeId: string; readonly loginDate: string };

export type ShiftCommand =
  | ({
      readonly type: 'StartShift';
      readonly shiftId: string;
      readonly timeZone: string;
      readonly at: string;
      /** The employee's default duration. */
      readonly setDuration: number | null;
      readonly reason: ShiftStartReason;
    } & OfShift)
  | ({ readonly type: 'EndShift'; readonly at: string; readonly reason: ShiftEndReason } & OfShift)
  | ({
      readonly type: 'AddShift';
      readonly shiftId: string;
      readonly timeZone: string;
      readonly startedAt: string;
      readonly hours: number;
    } & OfShift)
  /** `loginTime`: HH:mm on the clock of the place where the shift began. */
  | ({ readonly type: 'SetShiftStart'; readonly loginTime: string; readonly now: string } & OfShift)
  | ({ readonly type: 'SetShiftDuration'; readonly hours: number } & OfShift);

/**
 * The first act of the date starts the shift: a login, or a refresh or a sale of an employee who is still signed in.
 * A login also has an effect on a shift that has begun. After its end it reopens it as if it had never ended:
 * `countedHours` counts from the start, so the pause is working time, and sales before and after it belong to
 * one rate. A login during an open shift changes nothing unless it comes from another zone: an employee who flies
 * west has a longer day, and the shift moves to the new zone. Any other act moves it only when the date is over in the
 * zone of the shift: on a second device, further west, it still goes on.
 *
 * The employee or a manager may correct the start; a shift that was ended before never begins after its end.
 *
 * A manager may add a shift that is missing. One of a past date is open until the midnight job ends it, like one that was
 * forgotten.
 *
 * No shift outlasts its date: an end after the midnight of its zone is recorded at that midnight.
 */
export const shiftDecider: Decider<ShiftState, ShiftCommand, ShiftEvent> = {
  fold: {
    empty: () => ({ kind: 'not begun' }),
    on: {
      ShiftStarted: (_, { data: { shiftId, timeZone, startedAt, setDuration } }) => {
        const zones = { startZone: timeZone, timeZone };
        return { kind: 'open', shiftId, ...zones, startedAt, openedAt: startedAt, setDuration };
      },
      ShiftResumed: (state, { data: { resumedAt: openedAt, timeZone } }) =>
        changed(state, (shift) => ({
          ...begun(shift),
          kind: 'open',
          openedAt,
          timeZone: timeZone ?? shift.timeZone,
        })),
      ShiftEnded: (state, { data: { endedAt } }) =>
        changed(state, (shift) => ({ ...begun(shift), kind: 'ended', endedAt })),
      ShiftStartSet: (state, { data: { after: startedAt } }) =>
        changed(state, (shift) => ({ ...shift, startedAt, openedAt: later(shift.openedAt, startedAt) })),
      ShiftDurationSet: (state, { data: { after: setDuration } }) =>
        changed(state, (shift) => ({ ...shift, setDuration })),
    },
  },

  outcome: (state) => state,

  decide: (command, state) => {
    const { employeeId, loginDate } = command;
    switch (command.type) {
      case 'StartShift': {
        const { shiftId, timeZone, at: startedAt, setDuration, reason } = command;
        if (state.kind === 'open' && state.timeZone === timeZone) return accepted([]);
        if (state.kind !== 'not begun') {
          const isOver = command.at >= endOfLocalDay(loginDate, state.timeZone);
          if (reason !== 'login' && !isOver) return accepted([]);
          const resumedAt = later(command.at, state.kind === 'ended' ? state.endedAt : state.openedAt);
          return accepted([{ type: 'ShiftResumed', data: { employeeId, loginDate, resumedAt, timeZone } }]);
        }
        return accepted([
          {
            type: 'ShiftStarted',
            data: { employeeId, loginDate, shiftId, timeZone, startedAt, setDuration, reason },
          },
        ]);
      }
      case 'EndShift': {
        // Ending a closed shift is allowed: a logout after midnight, a job that runs twice.
        if (state.kind !== 'open') return accepted([]);
        const midnight = endOfLocalDay(loginDate, state.timeZone);
        const isOver = command.at >= midnight;
        // The job read an earlier zone; the shift has moved west since.
        if (command.reason === 'midnight' && !isOver) return accepted([]);
        const endedAt = later(isOver ? midnight : command.at, state.openedAt);
        const reason = isOver ? 'midnight' : command.reason;
        return accepted([{ type: 'ShiftEnded', data: { employeeId, loginDate, endedAt, reason } }]);
      }
      case 'AddShift': {
        const { shiftId, timeZone, startedAt, hours: setDuration } = command;
        if (!isDuration(setDuration)) return rejected('invalidDuration');
        if (state.kind !== 'not begun') return rejected('shiftExists');
        const started = { employeeId, loginDate, shiftId, timeZone, startedAt, setDuration };
        return accepted([{ type: 'ShiftStarted', data: { ...started, reason: 'manager' } }]);
      }
      case 'SetShiftStart': {
        if (state.kind === 'not begun') return rejected('noSuchShift');
        const { startedAt: before, startZone } = state;
        const after = instantOnClock(loginDate, command.loginTime, startZone);
        if (after > command.now) return rejected('futureShift');
        if (state.kind === 'ended' && after > state.endedAt) return rejected('startAfterEnd');
        // The time on the clock has no seconds.
        if (after.slice(0, MINUTES) === before.slice(0, MINUTES)) return accepted([]);
        return accepted([{ type: 'ShiftStartSet', data: { employeeId, loginDate, before, after } }]);
      }
      case 'SetShiftDuration': {
        const { hours: after } = command;
        if (!isDuration(after)) return rejected('invalidDuration');
        if (state.kind === 'not begun') return rejected('noSuchShift');
        if (state.setDuration === after) return accepted([]);
        const before = state.setDuration;
        return accepted([{ type: 'ShiftDurationSet', data: { employeeId, loginDate, before, after } }]);
      }
    }
  },
};

/** The length of `2026-11-23T14:05`. */
const MINUTES = 16;

/** Whole hours, one digit. */
function isDuration(hours: number): boolean {
  return Number.isInteger(hours) && hours >= 0 && hours <= 9;
}

type BegunShift = Exclude<ShiftState, { kind: 'not begun' }>;

function changed(state: ShiftState, by: (shift: BegunShift) => BegunShift): ShiftState {
  return state.kind === 'not begun' ? state : by(state);
}

function begun({ shiftId, startZone, timeZone, startedAt, openedAt, setDuration }: Begun): Begun {
  return { shiftId, startZone, timeZone, startedAt, openedAt, setDuration };
}

/** Clocks of two machines may differ slightly; time within a shift still never runs backwards. */
function later(one: string, other: string): string {
  return one > other ? one : other;
}

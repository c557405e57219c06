import { type Static, Type } from 'typebox';
import { added, change, edited, happened, type Subject } from '../history/description.ts';
import { event, NOTHING_PERSONAL } from './event.ts';

/** One shift per employee and local date. */
const shift = { employeeId: Type.String(), loginDate: Type.String() };

function subject({
  employeeId,
  loginDate,
}: {
  employeeId: string;
  loginDate: string;
}): Omit<Subject, 'kind'> {
  return { id: shiftId(employeeId, loginDate), employeeId, campaignId: null, formerCampaignId: null };
}

/** What the first act of the date was. */
const startReason = Type.Enum(['login', 'refresh', 'sale', 'manager']);
export type ShiftStartReason = Static<typeof startReason>;
/** Why a shift begins when it does. */
export type ShownStartReason = ShiftStartReason | 'corrected';

const BEGINNINGS: Readonly<Record<ShiftStartReason, string>> = {
  login: 'Shift started',
  refresh: 'Shift started, as the employee was still signed in',
  sale: 'Shift started with the first sale of the day',
  manager: 'Shift added by a manager',
};

const endReason = Type.Enum(['logout', 'midnight', 'employee deleted']);
export type ShiftEndReason = Static<typeof endReason>;

const ENDINGS: Readonly<Record<ShiftEndReason, string>> = {
  logout: 'Shift ended by signing out',
  midnight: 'Shift closed automatically at midnight',
  'employee deleted': 'Shift ended, as the employee was deleted',
};

export const shiftEvents = {
  ShiftStarted: event({
    data: Type.Object({
      ...shift,
      shiftId: Type.String(),
      timeZone: Type.String(),
      startedAt: Type.String(),
      /** The employee's default shift duration in hours, taken over for this shift; null when never set. */
      setDuration: Type.Union([Type.Integer(), Type.Null()]),
      reason: startReason,
    }),
    // Version 1: only a login started a shift.
    upcasters: [(data) => ({ ...(data as object), reason: 'login' })],
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'shift',
      subject,
      describe: ({ startedAt, timeZone, setDuration, loginDate, reason }) =>
        added(BEGINNINGS[reason], loginDate, [
          change('startedAt', 'Begin', 'moment', null, startedAt),
          change('setDuration', 'Shift duration', 'hours', null, setDuration),
          change('timeZone', 'Time zone', 'text', null, timeZone),
        ]),
    },
  }),
  /**
   * A later login of the same date. It reopens the shift when it had ended. From here on the shift follows the
   * time zone of that login, which differs when the employee travels.
   */
  ShiftResumed: event({
    data: Type.Object({
      ...shift,
      resumedAt: Type.String(),
      /** Null in events of version 1, which had no zone: the shift stays in its zone. */
      timeZone: Type.Union([Type.String(), Type.Null()]),
    }),
    upcasters: [(data) => ({ ...(data as object), timeZone: null })],
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'shift',
      subject,
      describe: ({ resumedAt, timeZone, loginDate }) =>
        happened('Shift resumed', loginDate, [
          change('resumedAt', 'Resumed', 'moment', null, resumedAt),
          change('timeZone', 'Time zone', 'text', null, timeZone),
        ]),
    },
  }),
  ShiftEnded: event({
    data: Type.Object({ ...shift, endedAt: Type.String(), reason: endReason }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'shift',
      subject,
      describe: ({ endedAt, reason, loginDate }) =>
        happened(ENDINGS[reason], loginDate, [change('endedAt', 'End', 'moment', null, endedAt)]),
    },
  }),
  /** The first act of the date was not the beginning of the work. */
  ShiftStartSet: event({
    data: Type.Object({ ...shift, before: Type.String(), after: Type.String() }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'shift',
      subject,
      describe: ({ before, after, loginDate }) =>
        edited('Shift start corrected', loginDate, [change('startedAt', 'Begin', 'moment', before, after)]),
    },
  }),
  ShiftDurationSet: event({
    data: Type.Object({
      ...shift,
      /** Hours, 0 to 9. */
      before: Type.Union([Type.Integer(), Type.Null()]),
      after: Type.Integer(),
    }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'shift',
      subject,
      describe: ({ before, after, loginDate }) =>
        edited('Shift duration set', loginDate, [
          change('duration', 'Shift duration', 'hours', before, after),
        ]),
    },
  }),
} as const;

/** The id of a shift: one per employee and local date of that employee. */
export function shiftId(employeeId: string, loginDate: string): string {
  return `${employeeId}_${loginDate}`;
}

import { type Static, Type } from 'typebox';

/** One shift per employee and local date. */
const shift = { employeeId: Type.String(), loginDate: Type.String() };

export const ShiftStarted = Type.Object({
  ...shift,
  shiftId: Type.String(),
  timeZone: Type.String(),
  startedAt: Type.String(),
  /** The employee's standing shift duration in hours, taken over for this shift; null when never set. */
  setDuration: Type.Union([Type.Integer(), Type.Null()]),
});
/**
 * A later login of the same date: it reopens the shift when it had ended, and from here on the shift lives by
 * that login's zone, which is another one when its employee travels.
 */
export const ShiftResumed = Type.Object({
  ...shift,
  resumedAt: Type.String(),
  /** Null in what was written before zones were kept here (version 1): the shift stays in its zone. */
  timeZone: Type.Union([Type.String(), Type.Null()]),
});
export const ShiftEnded = Type.Object({
  ...shift,
  endedAt: Type.String(),
  reason: Type.Enum(['logout', 'midnight', 'employee deleted']),
});
export const ShiftDurationSet = Type.Object({
  ...shift,
  /** Hours, 0 to 9. */
  before: Type.Union([Type.Integer(), Type.Null()]),
  after: Type.Integer(),
});

export const shiftEvents = { ShiftStarted, ShiftResumed, ShiftEnded, ShiftDurationSet } as const;
export type ShiftEndReason = Static<typeof ShiftEnded>['reason'];

import { describe, it } from 'vitest';
import { specify } from '#tests/support/given-when-then.ts';
import { type ShiftCommand, type ShiftEvent, shiftDecider } from './shift.decider.ts';

const given = specify(shiftDecider);
const of = { employeeId: 'ada', loginDate: '2026-11-20' };
const at = (time: string) => `2026-11-20T${time}:00.000Z`;
const startedAt = (instant: string): ShiftEvent => ({
  type: 'ShiftStarted',
  data: {
    ...{ ...of, shiftId: 's1', timeZone: 'America/Toronto', setDuration: 8 },
    ...{ startedAt: instant, reason: 'login' },
  },
});
const started = startedAt(at('14:00'));
const endedAs = (endedAt: string): ShiftEvent => ({
  type: 'ShiftEnded',
  data: { ...of, endedAt, reason: 'logout' },
});
const ended = endedAs(at('17:00'));
const movedWest: ShiftEvent = {
  type: 'ShiftResumed',
  data: { ...of, resumedAt: at('15:00'), timeZone: 'America/Los_Angeles' },
};
const end = (time: string): ShiftCommand => ({ type: 'EndShift', ...of, at: at(time), reason: 'logout' });

describe('the start of a shift', () => {
  const begin = (loginTime: string, now = at('20:00')): ShiftCommand => ({
    type: 'SetShiftStart',
    ...of,
    loginTime,
    now,
  });
  const corrected = (after: string): ShiftEvent => ({
    type: 'ShiftStartSet',
    data: { ...of, before: at('14:00'), after },
  });

  it('is corrected on the clock where it began, while it is open and after its end', () => {
    given(started)
      .when(begin('08:30'))
      .thenFollows(corrected(at('13:30')));
    given(started, ended)
      .when(begin('08:30'))
      .thenFollows(corrected(at('13:30')));
    given(started, movedWest)
      .when(begin('08:30'))
      .thenFollows(corrected(at('13:30')));
  });

  it('is not set before the shift began, to a time to come, or behind its end', () => {
    given().when(begin('08:30')).thenRejected('noSuchShift');
    given(started)
      .when(begin('09:31', at('14:30')))
      .thenRejected('futureShift');
    given(started)
      .when(begin('09:30', at('14:30')))
      .thenFollows(corrected(at('14:30')));
    given(started, ended).when(begin('12:01')).thenRejected('startAfterEnd');
    given(started, ended)
      .when(begin('12:00'))
      .thenFollows(corrected(at('17:00')));
  });

  it('stays when it is the same minute', () => {
    given(startedAt('2026-11-20T14:00:59.000Z')).when(begin('09:00')).thenNothing();
    given(started, corrected(at('13:30')))
      .when(begin('08:30'))
      .thenNothing();
  });

  it('is not behind the end of a shift that ends at once', () => {
    given(started, corrected(at('15:00')))
      .when(end('14:30'))
      .thenFollows(endedAs(at('15:00')));
    given(started, corrected(at('13:30')))
      .when(end('13:45'))
      .thenFollows(endedAs(at('14:00')));
  });
});

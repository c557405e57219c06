import { describe, expect, it } from 'vitest';
import { countedHours } from '#contracts/sales-per-hour.ts';
import { specify } from '#tests/support/given-when-then.ts';
import { type ShiftCommand, type ShiftEvent, shiftDecider } from './shift.decider.ts';

const given = specify(shiftDecider);
const of = { employeeId: 'ada', loginDate: '2026-11-20' };
const at = (time: string) => `2026-11-20T${time}:00.000Z`;

const started: ShiftEvent = {
  type: 'ShiftStarted',
  data: { ...of, shiftId: 's1', timeZone: 'America/Toronto', startedAt: at('14:00'), setDuration: 8 },
};
const ended: ShiftEvent = { type: 'ShiftEnded', data: { ...of, endedAt: at('17:00'), reason: 'logout' } };
const resumed: ShiftEvent = { type: 'ShiftResumed', data: { ...of, resumedAt: at('19:00') } };

const start = (time: string): ShiftCommand => ({
  type: 'StartShift',
  ...of,
  shiftId: 's1',
  timeZone: 'America/Toronto',
  at: at(time),
  setDuration: 8,
});
const end = (time: string, reason: 'logout' | 'midnight' = 'logout'): ShiftCommand => ({
  type: 'EndShift',
  ...of,
  at: at(time),
  reason,
});
const set = (hours: number): ShiftCommand => ({ type: 'SetShiftDuration', ...of, hours });

describe('a shift', () => {
  it('starts with the first login and takes over the standing duration', () => {
    given().when(start('14:00')).thenFollows(started);
  });

  it('goes on at a further login while it is open', () => {
    given(started).when(start('15:00')).thenNothing();
    given(started, ended, resumed).when(start('20:00')).thenNothing();
  });

  it('is reopened by a login after its end', () => {
    given(started, ended).when(start('19:00')).thenFollows(resumed);
  });

  it('counts a reopened shift from its first login', () => {
    const state = [started, ended, resumed].reduce(shiftDecider.evolve, shiftDecider.initial);
    expect(state.kind).toBe('open');
    if (state.kind !== 'open') return;
    const shift = { startedAt: state.startedAt, endedAt: null, setDuration: null };
    expect(countedHours(shift, at('20:00'))).toBe(6);
  });

  it('ends with a logout, once', () => {
    given(started).when(end('17:00')).thenFollows(ended);
    given(started, ended).when(end('18:00')).thenNothing();
    given().when(end('18:00')).thenNothing();
  });

  it('ends by itself at midnight only if it was forgotten', () => {
    const data = { ...of, endedAt: at('23:00'), reason: 'midnight' } as const;
    given(started).when(end('23:00', 'midnight')).thenFollows({ type: 'ShiftEnded', data });
    given(started, ended).when(end('23:00', 'midnight')).thenNothing();
  });

  it('never ends before it was opened, whatever a clock says', () => {
    const data = { ...of, endedAt: at('19:00'), reason: 'logout' } as const;
    given(started, ended, resumed).when(end('18:59')).thenFollows({ type: 'ShiftEnded', data });
  });

  it.each([0, 9])('can be set to %i hours, open or ended', (hours) => {
    const data = { ...of, before: 8, after: hours };
    given(started).when(set(hours)).thenFollows({ type: 'ShiftDurationSet', data });
    given(started, ended).when(set(hours)).thenFollows({ type: 'ShiftDurationSet', data });
  });

  it('is set in whole hours from 0 to 9', () => {
    for (const hours of [-1, 10, 1.5, Number.NaN])
      given(started).when(set(hours)).thenRefused('invalidDuration');
  });

  it('cannot be set before it began, and setting it to the same again is nothing', () => {
    given().when(set(8)).thenRefused('shiftStartMissing');
    given(started).when(set(8)).thenNothing();
  });

  it('keeps its duration over an end and a new start', () => {
    const setTo4: ShiftEvent = { type: 'ShiftDurationSet', data: { ...of, before: 8, after: 4 } };
    given(started, setTo4, ended, resumed).when(set(4)).thenNothing();
  });
});

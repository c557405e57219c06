import { describe, expect, it } from 'vitest';
import type { ShiftEndReason, ShiftStartReason } from '#contracts/events/shift.events.ts';
import { countedHours } from '#contracts/shift-hours.ts';
import { specify, stateAfter } from '#tests/support/given-when-then.ts';
import { type ShiftCommand, type ShiftEvent, shiftDecider } from './shift.decider.ts';

const given = specify(shiftDecider);
const of = { employeeId: 'ada', loginDate: '2026-11-20' };
const at = (time: string) => `2026-11-20T${time}:00.000Z`;

const started: ShiftEvent = {
  type: 'ShiftStarted',
  data: {
    ...{ ...of, shiftId: 's1', timeZone: 'America/Toronto', startedAt: at('14:00'), setDuration: 8 },
    reason: 'login',
  },
};
const ended: ShiftEvent = { type: 'ShiftEnded', data: { ...of, endedAt: at('17:00'), reason: 'logout' } };
const resumedIn = (timeZone: string | null, time = '19:00'): ShiftEvent => ({
  type: 'ShiftResumed',
  data: { ...of, resumedAt: at(time), timeZone },
});
const resumed = resumedIn('America/Toronto');

const start = (
  time: string,
  timeZone = 'America/Toronto',
  reason: ShiftStartReason = 'login',
): ShiftCommand => ({
  type: 'StartShift',
  ...of,
  shiftId: 's1',
  timeZone,
  at: at(time),
  setDuration: 8,
  reason,
});
const endAt = (instant: string, reason: ShiftEndReason): ShiftCommand => ({
  type: 'EndShift',
  ...of,
  at: instant,
  reason,
});
const end = (time: string) => endAt(at(time), 'logout');
const endedAs = (endedAt: string, reason: ShiftEndReason): ShiftEvent => ({
  type: 'ShiftEnded',
  data: { ...of, endedAt, reason },
});
/** The midnights that end the twentieth. */
const TORONTO = '2026-11-21T05:00:00.000Z';
const LOS_ANGELES = '2026-11-21T08:00:00.000Z';
const LONDON = '2026-11-21T00:00:00.000Z';
const set = (hours: number): ShiftCommand => ({ type: 'SetShiftDuration', ...of, hours });

describe('a shift', () => {
  it('starts with the first login, with the default shift duration', () => {
    given().when(start('14:00')).thenFollows(started);
  });

  it.each(['refresh', 'sale'] as const)('starts with a %s of a person still signed in, once', (reason) => {
    const begun: ShiftEvent = { ...started, data: { ...started.data, reason } } as ShiftEvent;
    given()
      .when(start('14:00', 'America/Toronto', reason))
      .thenFollows(begun);
    given(begun)
      .when(start('15:00', 'America/Toronto', reason))
      .thenNothing();
    given(begun)
      .when(start('15:00', 'America/Los_Angeles', reason))
      .thenNothing();
    given(begun, ended)
      .when(start('19:00', 'America/Toronto', reason))
      .thenNothing();
    given(begun, ended).when(start('19:00')).thenFollows(resumed);
  });

  it('is added by a manager where it is missing, and nowhere else', () => {
    const facts = { shiftId: 's1', timeZone: 'America/Toronto', startedAt: at('14:00') };
    const add = (hours: number): ShiftCommand => ({ type: 'AddShift', ...of, ...facts, hours });
    const added: ShiftEvent = {
      type: 'ShiftStarted',
      data: { ...of, ...facts, setDuration: 7, reason: 'manager' },
    };
    given().when(add(7)).thenFollows(added);
    for (const hours of [-1, 10, 7.5]) given().when(add(hours)).thenRejected('invalidDuration');
    given(started).when(add(7)).thenRejected('shiftExists');
    given(started, ended).when(add(7)).thenRejected('shiftExists');
    given(added).when(endAt(TORONTO, 'midnight')).thenFollows(endedAs(TORONTO, 'midnight'));
    given(added).when(start('15:00')).thenNothing();
  });

  it('continues with another login while it is open', () => {
    given(started).when(start('15:00')).thenNothing();
    given(started, ended, resumed).when(start('20:00')).thenNothing();
  });

  it('is reopened by a login after its end', { tags: ['decision-1.7'] }, () => {
    given(started, ended).when(start('19:00')).thenFollows(resumed);
  });

  it('counts from its first login when it is reopened', () => {
    const state = stateAfter(shiftDecider, started, ended, resumed);
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

  it('is what its last event made it', () => {
    const { shiftId, timeZone, startedAt, setDuration } = started.data as { [field: string]: unknown };
    expect(stateAfter(shiftDecider, ended)).toEqual({ kind: 'not begun' });
    expect(stateAfter(shiftDecider, started, ended)).toEqual({
      ...{
        kind: 'ended',
        shiftId,
        startZone: timeZone,
        timeZone,
        startedAt,
        openedAt: startedAt,
        setDuration,
      },
      endedAt: at('17:00'),
    });
  });

  it('is ended by midnight only if it is still open', () => {
    given(started).when(endAt(TORONTO, 'midnight')).thenFollows(endedAs(TORONTO, 'midnight'));
    given(started).when(endAt('2026-11-21T04:59:59.999Z', 'midnight')).thenNothing();
    given(started, ended).when(endAt(TORONTO, 'midnight')).thenNothing();
  });

  it.each<ShiftEndReason>(['midnight', 'logout', 'employee deleted'])(
    'ends at its midnight, however late the end is recorded: %s',
    (reason) => {
      given(started)
        .when(endAt('2026-11-24T12:00:00.000Z', reason))
        .thenFollows(endedAs(TORONTO, 'midnight'));
    },
  );

  it('moves west with its employee: the later midnight there ends it', () => {
    const west = resumedIn('America/Los_Angeles');
    given(started).when(start('19:00', 'America/Los_Angeles')).thenFollows(west);
    given(started, ended).when(start('19:00', 'America/Los_Angeles')).thenFollows(west);
    given(started, west).when(endAt(TORONTO, 'midnight')).thenNothing();
    given(started, west).when(endAt(TORONTO, 'logout')).thenFollows(endedAs(TORONTO, 'logout'));
    given(started, west).when(endAt(LOS_ANGELES, 'midnight')).thenFollows(endedAs(LOS_ANGELES, 'midnight'));
  });

  it('ended by midnight continues in a zone where it is still the same date', () => {
    const over = endedAs(TORONTO, 'midnight');
    const atNight = {
      ...start('00:00', 'America/Los_Angeles'),
      at: '2026-11-21T05:30:00.000Z',
    } as ShiftCommand;
    const west: ShiftEvent = {
      type: 'ShiftResumed',
      data: { ...of, resumedAt: '2026-11-21T05:30:00.000Z', timeZone: 'America/Los_Angeles' },
    };
    given(started, over).when(atNight).thenFollows(west);
    given(started, over, west).when(endAt('2026-11-21T06:00:00.000Z', 'midnight')).thenNothing();
    given(started, over, west)
      .when(endAt(LOS_ANGELES, 'midnight'))
      .thenFollows(endedAs(LOS_ANGELES, 'midnight'));
  });

  it.each(['refresh', 'sale'] as const)(
    'over in its zone goes on with a %s where its date does',
    (reason) => {
      const east = resumedIn('Europe/London');
      const over = endedAs(LONDON, 'midnight');
      const evening = { ...start('00:00', 'America/Toronto', reason), at: LONDON } as ShiftCommand;
      const back: ShiftEvent = {
        type: 'ShiftResumed',
        data: { ...of, resumedAt: LONDON, timeZone: 'America/Toronto' },
      };
      for (const past of [[], [over]]) {
        given(started, east, ...past)
          .when(evening)
          .thenFollows(back);
        given(started, east, ...past)
          .when({ ...evening, at: '2026-11-20T23:59:59.999Z' } as ShiftCommand)
          .thenNothing();
      }
      given(started, east, over, back)
        .when(endAt(TORONTO, 'midnight'))
        .thenFollows(endedAs(TORONTO, 'midnight'));
    },
  );

  it('also moves east, and then ends earlier', () => {
    const east = resumedIn('Europe/London');
    given(started, east).when(endAt(LONDON, 'midnight')).thenFollows(endedAs(LONDON, 'midnight'));
  });

  it('stays in its zone when an old resumption has none', () => {
    const old = resumedIn(null);
    given(started, ended, old).when(start('20:00')).thenNothing();
    given(started, ended, old).when(endAt(TORONTO, 'midnight')).thenFollows(endedAs(TORONTO, 'midnight'));
  });

  it('is never reopened before its end, nor moved before its latest login, whatever a clock says', () => {
    const west = (time: string) => resumedIn('America/Los_Angeles', time);
    given(started, ended).when(start('16:59')).thenFollows(resumedIn('America/Toronto', '17:00'));
    given(started, ended, resumed).when(start('18:59', 'America/Los_Angeles')).thenFollows(west('19:00'));
    given(started).when(start('13:59', 'America/Los_Angeles')).thenFollows(west('14:00'));
  });

  it('never ends before its start, whatever a clock says', () => {
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
      given(started).when(set(hours)).thenRejected('invalidDuration');
  });

  it('cannot be set before it began, and setting the same value again does nothing', () => {
    given().when(set(8)).thenRejected('noSuchShift');
    given(started).when(set(8)).thenNothing();
  });

  it('keeps its duration over an end and a new start', () => {
    const setTo4: ShiftEvent = { type: 'ShiftDurationSet', data: { ...of, before: 8, after: 4 } };
    given(started, setTo4, ended, resumed).when(set(4)).thenNothing();
  });
});

import { expect, it } from 'vitest';
import type { EventData } from '#contracts/events/vocabulary.ts';
import { hoursFacts, toldShift } from './day-facts.ts';
import type { ShiftEvent } from './number-facts.ts';

const of = { employeeId: 'ada', loginDate: '2026-03-02' };
const at = (time: string) => `2026-03-02T${time}:00.000Z`;
const event = <Type extends ShiftEvent['type']>(type: Type, data: Omit<EventData<Type>, keyof typeof of>) =>
  ({ type, data: { ...of, ...data } }) as unknown as ShiftEvent;

const started = event('ShiftStarted', {
  ...{ shiftId: 's', timeZone: 'America/Toronto', startedAt: at('14:00'), setDuration: 8, reason: 'login' },
});
const ended = event('ShiftEnded', { endedAt: at('17:00'), reason: 'logout' });

it('a shift as its events tell it: resumed where its employee is, with the duration that was typed last', () => {
  expect(toldShift([])).toBeNull();
  expect(toldShift([ended])).toBeNull();
  const first = { startedAt: at('14:00'), setDuration: 8, durationFrom: 'standing' };
  const open = { endedAt: null, endedBy: null };
  const zones = { timeZone: 'America/Toronto', startZone: 'America/Toronto' };
  expect(toldShift([started])).toEqual({ ...first, ...open, ...zones });
  expect(toldShift([started, ended])).toEqual({
    ...first,
    ...{ ...zones, endedAt: at('17:00'), endedBy: 'logout' },
  });
  const resumed = event('ShiftResumed', { resumedAt: at('18:00'), timeZone: 'America/Vancouver' });
  expect(toldShift([started, ended, resumed])).toEqual({
    ...{ ...first, ...open },
    ...{ ...zones, timeZone: 'America/Vancouver' },
  });
  const before = event('ShiftResumed', { resumedAt: at('18:00'), timeZone: null });
  const typed = event('ShiftDurationSet', { before: 8, after: 4 });
  expect(toldShift([started, ended, before, typed])).toEqual({
    ...open,
    ...{ startedAt: at('14:00'), ...zones, setDuration: 4, durationFrom: 'typed' },
  });
});

it('the clocked time is that from the first login to the end, whatever counts', () => {
  const told = toldShift([started, ended]);
  const hours = told && hoursFacts(told, [], new Map(), at('20:00'));
  expect(hours).toMatchObject({ clocked_ms: 3 * 3_600_000, counted_ms: 8 * 3_600_000 });
});

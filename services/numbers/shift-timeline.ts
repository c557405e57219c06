import type { HoursFacts, ShiftStep } from '#contracts/endpoints/numbers.endpoints.ts';
import type { ShiftEndReason } from '#contracts/events/shift.events.ts';
import { descriptionOf } from '#contracts/history/history-events.ts';
import { countedTime, hoursRuleWords } from '#contracts/numbers/counted-hours.ts';
import type { Named } from '#projections/directory/directory.queries.ts';
import type { KnownShift, ShiftEvent } from './number-facts.port.ts';

/** The state of a shift by its events; null before the first. */
export type ToldShift = KnownShift & {
  readonly endedBy: ShiftEndReason | null;
  readonly durationFrom: HoursFacts['duration_from'];
};

export function toldShift(events: readonly ShiftEvent[]): ToldShift | null {
  return events.reduce<ToldShift | null>(afterEvent, null);
}

function afterEvent(shift: ToldShift | null, { type, data }: ShiftEvent): ToldShift | null {
  if (type === 'ShiftStarted') {
    const { startedAt, timeZone, setDuration } = data;
    const durationFrom = setDuration === null ? 'nobody' : 'standing';
    return { startedAt, endedAt: null, setDuration, timeZone, endedBy: null, durationFrom };
  }
  if (!shift) return null;
  switch (type) {
    case 'ShiftResumed':
      return { ...shift, endedAt: null, endedBy: null, timeZone: data.timeZone ?? shift.timeZone };
    case 'ShiftEnded':
      return { ...shift, endedAt: data.endedAt, endedBy: data.reason };
    case 'ShiftDurationSet':
      return { ...shift, setDuration: data.after, durationFrom: 'typed' };
  }
}

/** Whether the read models have the same state as the events. */
export function isSameShift(known: KnownShift | undefined, told: ToldShift | null): boolean {
  if (!known || !told) return !known && !told;
  return (
    known.startedAt === told.startedAt &&
    known.endedAt === told.endedAt &&
    known.setDuration === told.setDuration &&
    known.timeZone === told.timeZone
  );
}

/** The actors of the shift's events. */
export function actorsOf(events: readonly ShiftEvent[]): string[] {
  return events.flatMap(({ metadata }) => metadata.actorId ?? []);
}

/** The hours at `now` (UTC ISO-8601), with the events and their actors. */
export function hoursFacts(
  told: ToldShift,
  events: readonly ShiftEvent[],
  people: ReadonlyMap<string, Named>,
  now: string,
): HoursFacts {
  const { clockedMs, countedMs, rule } = countedTime(told, now);
  return {
    login_time: told.startedAt,
    time_zone: told.timeZone,
    logout_time: told.endedAt,
    ended_by: told.endedBy,
    shift_duration: told.setDuration ?? 'N/A',
    duration_from: told.durationFrom,
    clocked_ms: clockedMs,
    counted_ms: countedMs,
    rule,
    rule_words: hoursRuleWords[rule],
    steps: events.map((event) => stepOf(event, people)),
  };
}

function stepOf(event: ShiftEvent, people: ReadonlyMap<string, Named>): ShiftStep {
  const { actorId } = event.metadata;
  const by = actorId === null ? null : (people.get(actorId) ?? unknownPerson(actorId));
  const { title } = descriptionOf(event);
  switch (event.type) {
    case 'ShiftStarted': {
      const { startedAt, setDuration } = event.data;
      const standing = `; standing duration set earlier: ${setDuration === null ? 'none' : hours(setDuration)}`;
      return { at: startedAt, what: 'started', by, words: title + standing };
    }
    case 'ShiftResumed':
      return { at: event.data.resumedAt, what: 'resumed', by, words: title };
    case 'ShiftEnded':
      return { at: event.data.endedAt, what: 'ended', by, words: title };
    case 'ShiftDurationSet': {
      const { before, after } = event.data;
      const words = `${title}: ${hours(after)}${before === null ? '' : ` in place of ${hours(before)}`}`;
      return { at: event.metadata.at, what: 'duration set', by, words };
    }
  }
}

const hours = (count: number) => (count === 1 ? '1 hour' : `${count} hours`);

function unknownPerson(id: string): Named {
  return { id, first_name: '', last_name: '' };
}

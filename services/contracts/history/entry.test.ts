import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { HistoryEntry } from '../endpoints/history.endpoints.ts';
import { events } from '../events/vocabulary.ts';
import { HISTORY_EVENT_TYPES } from '../history/history-events.ts';
import { askForNames, describeEvent, entryOf } from './entry.ts';
import type { Names } from './values.ts';

function recordingNames(): { names: Names; asked: Set<string> } {
  const asked = new Set<string>();
  const name = (kind: string) => (id: string) => {
    asked.add(`${kind} ${id}`);
    return `${kind} ${id}`;
  };
  return { names: { person: name('person'), campaign: name('campaign'), goal: name('goal') }, asked };
}

const metadata = { companyId: 'co', actorId: 'ada', origin: 'api', at: '2026-03-02T12:00:00.000Z' };

describe.each(HISTORY_EVENT_TYPES)('%s', (type) => {
  const data = Value.Create(events[type].data as TSchema);
  const event = { type, data, metadata, position: 7 } as never;

  it('asks for exactly the names that its entry needs', () => {
    const [before, then] = [recordingNames(), recordingNames()];
    askForNames(describeEvent(event), before.names);
    entryOf(event, then.names);
    expect(before.asked).toEqual(then.asked);
    expect(before.asked.has('person ada')).toBe(true);
  });

  it('fits the schema of the API', () => {
    expect(Value.Check(HistoryEntry, entryOf(event, recordingNames().names))).toBe(true);
  });
});

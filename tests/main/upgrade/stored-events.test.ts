import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { currentVersion, decodeEvent, type UncheckedEvent } from '#contracts/events/codec.ts';
import { type EventType, events } from '#contracts/events/vocabulary.ts';

/** The lines that were there, and their digest: a line that is added comes after them, and none is changed. */
const KEPT = { lines: 55, digest: '68c49f100c17ff1090d9176d089d425c32162a218ba97be0f4154a6e3dc76220' };

const lines = readFileSync(join(import.meta.dirname, 'stored-events.jsonl'), 'utf8')
  .trimEnd()
  .split('\n');
const stored = lines.map((line) => JSON.parse(line) as UncheckedEvent & { readonly data: object });

it.each(stored.map((event, at) => [at + 1, event.type, event.version, event] as const))(
  'line %i, %s of version %i, is read with all that it says',
  (_line, type, version, event) => {
    const { data } = decodeEvent(event);
    expect(data).toMatchObject(event.data);
    if (version === currentVersion(type as EventType)) expect(data).toEqual(event.data);
  },
);

it('every version of every event is there; add one when you declare it', { tags: ['reliability-49'] }, () => {
  const versions = Object.keys(events).flatMap((type) =>
    Array.from({ length: currentVersion(type as EventType) }, (_, at) => `${type} ${at + 1}`),
  );
  const found = new Set(stored.map(({ type, version }) => `${type} ${version}`));
  expect(versions.filter((version) => !found.has(version))).toEqual([]);
});

it('the file only grows', () => {
  expect(lines.length).toBeGreaterThanOrEqual(KEPT.lines);
  expect(hash('sha256', lines.slice(0, KEPT.lines).join('\n'))).toBe(KEPT.digest);
});

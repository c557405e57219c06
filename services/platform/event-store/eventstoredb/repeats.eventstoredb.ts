import { isDeepStrictEqual } from 'node:util';
import type {
  AppendConflict,
  Appended,
  ExpectedRevision,
  NewEvent,
  RecordedEvent,
} from '../event-store.port.ts';

/**
 * The answer when all or some of these events are stored already, judged by the events of the stream from the
 * expected revision on, or by all of them; undefined when none is stored. `repeated` is false when they may have been
 * written by this very call: what another call of the same command wrote differs, by its moment.
 */
export function findRepeat(
  present: readonly RecordedEvent[],
  events: readonly NewEvent[],
  expected: ExpectedRevision,
): Appended | AppendConflict | undefined {
  const ids = new Set(events.map((event) => event.id.toLowerCase()));
  const start = present.findIndex((event) => ids.has(event.id.toLowerCase()));
  if (start < 0) return undefined;
  const found = present.slice(start, start + events.length);
  const isWhole = events.every((event, index) => found[index]?.id.toLowerCase() === event.id.toLowerCase());
  const isInPlace = start === 0 || expected === 'any' || expected === 'stream exists';
  const last = found.at(-1);
  if (!last || !isWhole || !isInPlace) {
    return { outcome: 'conflict', actual: present.at(-1)?.revision ?? null };
  }
  const isSame = events.every(({ data, metadata }, index) =>
    isDeepStrictEqual([data, metadata], [found[index]?.data, found[index]?.metadata]),
  );
  return { outcome: 'appended', revision: last.revision, position: last.position, repeated: !isSame };
}

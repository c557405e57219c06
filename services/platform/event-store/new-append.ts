import { ERASED, type ExpectedRevision, type NewEvent } from './event-store.port.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NAME = /^[^$\p{Cc}]\P{Cc}*$/u;

/**
 * Throws RangeError for appends that no store accepts, so that every adapter behaves the same: these are bugs of the
 * caller. Names that begin with `$` belong to EventStoreDB.
 */
export function checkAppend(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): void {
  if (!isName(stream)) throw new RangeError(`not a stream name: ${JSON.stringify(stream)}`);
  if (events.length === 0) throw new RangeError('an append needs at least one event');
  if (typeof expected === 'number' && !(Number.isSafeInteger(expected) && expected >= 0)) {
    throw new RangeError(`not a revision: ${expected}; a stream without events is 'no stream'`);
  }
  for (const event of events) {
    if (!UUID.test(event.id)) throw new RangeError(`not a UUID: ${JSON.stringify(event.id)}`);
    if (!isName(event.type) || event.type === ERASED)
      throw new RangeError(`not an event type: ${JSON.stringify(event.type)}`);
    if (!Number.isInteger(event.version)) throw new RangeError(`not a version: ${event.version}`);
  }
}

/** A lone surrogate would be stored as another character and so name another stream. */
function isName(text: string): boolean {
  return NAME.test(text) && text.isWellFormed();
}

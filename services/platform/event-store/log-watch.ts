import { type EventPlace, EventStoreUnavailable, START } from './event-store.port.ts';

/** What a server says of its log. */
export type LogSight = {
  /** Names the server, and the line of its history where it has several. */
  readonly server: string;
  /** Of the places that were asked for, one that does not hold its event. */
  readonly missing: EventPlace | undefined;
  readonly newest: EventPlace | undefined;
};

export type LogWatch = {
  /** Notes an event of the log; the newest one is asked for. */
  seen(place: EventPlace | undefined): void;
  /** From now on events may be of another log, so the newest one so far is asked for, too. */
  reconnected(): void;
  /** Throws when the server has another log than the one that this process knows, or does not answer. */
  check(look: (places: readonly EventPlace[]) => Promise<LogSight>): Promise<void>;
};

/** How often the log is looked at. With a slow answer it is noticed within five seconds that it is another one. */
export const LOOK_MS = 2000;
export const LOOK_TIMEOUT_MS = 2000;

/**
 * Recognises the log: by its server, and by the newest event that this process has seen. After a failover that lost the
 * end of the log, after a restore, or with a copy of the data, what this process has in memory is of no log at all.
 * `onOtherLog` gets one sentence for the operator; it has to end the process.
 */
export function createLogWatch(onOtherLog: (sentence: string) => void): LogWatch {
  let server: string | undefined;
  let newest: EventPlace | undefined;
  let before: readonly EventPlace[] = [];
  let other: string | undefined;

  function seen(place: EventPlace | undefined): void {
    if (place && place.position > (newest?.position ?? START)) newest = place;
  }

  function differs(sight: LogSight): string | undefined {
    if (sight.missing) return `the event that was at position ${sight.missing.position} is not there`;
    if (server !== undefined && sight.server !== server)
      return `it is on ${sight.server} and was on ${server}`;
    return undefined;
  }

  return {
    seen,
    reconnected() {
      if (newest && before.at(-1) !== newest) before = [...before, newest];
    },
    async check(look) {
      const places = newest ? [...before, newest] : before;
      const sight = await look(places);
      const difference = differs(sight);
      if (difference !== undefined && other === undefined) {
        other = `The event log is another one: ${difference}. This process ends; the next one reads that log.`;
        onOtherLog(other);
      }
      if (other !== undefined) throw new EventStoreUnavailable(other);
      server = sight.server;
      before = before.filter((place) => !places.includes(place));
      seen(sight.newest);
    },
  };
}

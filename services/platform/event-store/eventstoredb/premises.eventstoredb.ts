import type { AppendCondition } from '../event-store.port.ts';
import type { EsdbConnection } from './client.eventstoredb.ts';
import { readEsdbStream } from './stream-reader.eventstoredb.ts';

/** The revision of a stream's last event; undefined for a stream that is not there or was erased. */
type Newest = Promise<number | undefined>;

const PATIENCE_MS = 2000;

/**
 * Checks conditions against the leader, right before each append. Appends that wait at the same time share a read:
 * each gets one that began after it asked, so that no condition is judged by an older state than its own.
 */
export function createPremises() {
  const reading = new Map<string, { readonly now: Newest; next?: Newest }>();

  const read = async (connection: EsdbConnection, stream: string) => {
    const newest = { direction: 'backwards', limit: 1 } as const;
    const certainly = { requiresLeader: true, patienceMs: PATIENCE_MS };
    const [event] = await readEsdbStream(connection, stream, newest, certainly);
    return event?.revision;
  };

  const begin = (connection: EsdbConnection, stream: string): Newest => {
    const now = read(connection, stream);
    const entry = { now };
    reading.set(stream, entry);
    const end = () => {
      if (reading.get(stream) === entry) reading.delete(stream);
    };
    now.then(end, end);
    return now;
  };

  const newestOf = (connection: EsdbConnection, stream: string): Newest => {
    const present = reading.get(stream);
    if (!present) return begin(connection, stream);
    const after = () => begin(connection, stream);
    present.next ??= present.now.then(after, after);
    return present.next;
  };

  return {
    async hold(connection: EsdbConnection, { stream, revision }: AppendCondition): Promise<boolean> {
      const newest = await newestOf(connection, stream);
      return newest === undefined || newest <= revision;
    },
  };
}

import { companyOfStream } from '#contracts/events/streams.ts';
import { type RecordedEvent, START } from '../event-store.port.ts';
import type { EsdbConnection } from './client.eventstoredb.ts';
import { fromEsdb } from './events.eventstoredb.ts';
import { readEsdbLog, type Selected } from './log-reader.eventstoredb.ts';

/** Events at once. */
const PAGE = 500;

/**
 * The events in the streams of one company, which the server finds by their names. Erased ones are included until the
 * log is scavenged. The stream of the newest event of the log is read too: where it comes, the log has ended.
 */
export async function* readEsdbCompany(
  connection: EsdbConnection,
  companyId: string,
  { after, to }: { readonly after: number; readonly to: number },
  selected: Selected,
): AsyncGenerator<readonly RecordedEvent[], void, void> {
  const { client, esdb } = connection;
  const [newest] = await readEsdbLog(connection, { direction: 'backwards', limit: 1 }, selected);
  const end = Math.min(newest?.position ?? START, to);
  if (!newest || after >= end) return;
  const regex = `^(?:[a-z]+-${literal(companyId)}(?:_|$)|${literal(newest.stream)}$)`;
  const found = client.subscribeToAll({
    fromPosition: after < 0 ? esdb.START : { commit: BigInt(after), prepare: BigInt(after) },
    filter: esdb.streamNameFilter({ regex }),
  });
  try {
    let page: RecordedEvent[] = [];
    for await (const resolved of found) {
      const event = fromEsdb(resolved);
      if (!event || event.position <= after) continue;
      if (event.position <= to && companyOfStream(event.stream) === companyId) page.push(event);
      if (event.position >= end) break;
      if (page.length < PAGE) continue;
      yield page;
      page = [];
    }
    yield page;
  } finally {
    found.unsubscribe().catch(() => {});
  }
}

/** As a part of a pattern. */
function literal(text: string): string {
  return text.replace(/[^\p{L}\p{N}_-]/gu, '\\$&');
}

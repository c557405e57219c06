import { streams, streamsToErase } from '#contracts/events/streams.ts';
import { type RecordedEvent, selects } from '../event-store.port.ts';
import type { EsdbConnection } from './client.eventstoredb.ts';
import { readEsdbLog } from './log-reader.eventstoredb.ts';
import { readEsdbStream } from './stream-reader.eventstoredb.ts';

/** Events at once. */
const PAGE = 2000;

/** The events in the streams of one company, which the server finds by their names, from its first one on. */
export async function* readEsdbCompany(
  connection: EsdbConnection,
  companyId: string,
  { after, to }: { readonly after: number; readonly to: number },
  isWanted: (event: RecordedEvent) => boolean,
): AsyncGenerator<readonly RecordedEvent[], void, void> {
  const own = streamsToErase(companyId);
  const isOwn = selects(own);
  const selected = {
    prefixes: [...own.streams, ...own.prefixes],
    isWanted: (event: RecordedEvent) => isOwn(event) && isWanted(event),
  };
  const [first] = after < 0 ? await readEsdbStream(connection, streams.company(companyId), { limit: 1 }) : [];
  let from = after;
  if (first) {
    if (first.position > to) return;
    if (isWanted(first)) yield [first];
    from = first.position;
  }
  for (;;) {
    const page = await readEsdbLog(connection, { after: from, limit: PAGE }, selected);
    const events = page.filter(({ position }) => position <= to);
    yield events;
    if (page.length < PAGE || events.length < page.length) return;
    from = events.at(-1)?.position ?? to;
  }
}

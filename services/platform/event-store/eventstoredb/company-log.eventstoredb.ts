import { companyOfStream, STREAM_PREFIXES } from '#contracts/events/streams.ts';
import type { RecordedEvent } from '../event-store.port.ts';
import type { EsdbConnection } from './client.eventstoredb.ts';
import { readEsdbLog, type Selected } from './log-reader.eventstoredb.ts';

/** Events at once. */
const PAGE = 2000;

/** The events in the streams of one company, which the server finds by their names. */
export async function* readEsdbCompany(
  connection: EsdbConnection,
  companyId: string,
  { after, to }: { readonly after: number; readonly to: number },
  { prefixes = STREAM_PREFIXES, select }: Selected,
): AsyncGenerator<readonly RecordedEvent[], void, void> {
  const selected: Selected = {
    prefixes: prefixes.map((prefix) => `${prefix}${companyId}`),
    select: async (open, events) =>
      (await select(open, events)).filter(({ stream }) => companyOfStream(stream) === companyId),
  };
  let from = after;
  for (;;) {
    const page = await readEsdbLog(connection, { after: from, limit: PAGE }, selected);
    const events = page.filter(({ position }) => position <= to);
    yield events;
    if (page.length < PAGE || events.length < page.length) return;
    from = events.at(-1)?.position ?? to;
  }
}

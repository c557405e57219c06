import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { currentVersion } from '#contracts/events/codec.ts';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { derivedId } from '#platform/ids.ts';
import type { Choices } from './story/choices.ts';
import { type Action, createCompanyStory } from './story/company.ts';

export type HistoryEvent = RecordedEvent;

/** A step of a history: a company and an action; the choices decide the rest. */
export type Step = { readonly company: number; readonly action: Action; readonly choices: Choices };

type Telling = {
  readonly companies: number;
  readonly days: readonly string[];
  /** Part of every id, so that histories of different seeds do not collide. */
  readonly name: string;
};

const BEGIN = Date.parse('2026-01-05T14:00:00Z');

/** Turns steps into a log: positions from 1 without gaps, revisions per stream, one event a second. */
export function* tellHistory(
  telling: Telling,
  opening: Choices,
  steps: Iterable<Step>,
): Generator<HistoryEvent, void, void> {
  let ids = 0;
  let position = 0;
  const revisions = new Map<string, number>();
  const companies = Array.from({ length: telling.companies }, (_, number) => {
    const companyId = derivedId(telling.name, 'company', number);
    const newId = () => derivedId(telling.name, 'id', ids++);
    return { companyId, story: createCompanyStory({ companyId, newId, days: telling.days }) };
  });

  const recorded = (companyId: string, drafts: ReturnType<(typeof companies)[0]['story']['begin']>) =>
    drafts.map(({ stream, event }): HistoryEvent => {
      const revision = (revisions.get(stream) ?? -1) + 1;
      revisions.set(stream, revision);
      position++;
      const at = new Date(BEGIN + position * 1000).toISOString();
      const commandId = derivedId(telling.name, 'command', position);
      const metadata = { companyId, actorId: null, commandId, correlationId: commandId, at, origin: 'api' };
      return {
        id: derivedId(commandId, 0),
        stream,
        revision,
        position,
        type: event.type,
        version: currentVersion(event.type),
        data: event.data,
        metadata,
        recordedAt: at,
      };
    });

  for (const { companyId, story } of companies) yield* recorded(companyId, story.begin(opening));
  for (const { company, action, choices } of steps) {
    const chosen = companies[company % companies.length];
    if (chosen) yield* recorded(chosen.companyId, chosen.story.actions[action](choices));
  }
}

const COLUMNS = 'position, recorded_at, revision, version, id, stream, type, data, metadata';

/** Writes a log into an empty events table by COPY: 200,000 events in a second or two. */
export async function writeHistory(pool: pg.Pool, events: Iterable<HistoryEvent>): Promise<number> {
  const client = await pool.connect();
  try {
    const stream = client.query(copyFrom(`COPY events (${COLUMNS}) FROM STDIN`));
    const finished = once(stream, 'finish');
    let count = 0;
    let text = '';
    for (const event of events) {
      count++;
      text += `${copyLine(event)}\n`;
      if (text.length < 1 << 18) continue;
      if (!stream.write(text)) await Promise.race([once(stream, 'drain'), finished]);
      text = '';
    }
    stream.end(text);
    await finished;
    await client.query('ANALYZE events');
    return count;
  } finally {
    client.release();
  }
}

function copyLine(event: HistoryEvent): string {
  const { position, recordedAt, revision, version, id, stream, type } = event;
  const json = [event.data, event.metadata].map((value) => JSON.stringify(value).replaceAll('\\', '\\\\'));
  return [position, recordedAt, revision, version, id, stream, type, ...json].join('\t');
}

/** Days in a row, yyyy-mm-dd. */
export function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, number) =>
    new Date(Date.parse(first) + number * 86_400_000).toISOString().slice(0, 10),
  );
}

import fc from 'fast-check';
import type { HistoryEntry } from '#contracts/endpoints/history.endpoints.ts';
import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import type { EventMetadata } from '#contracts/events/vocabulary.ts';
import type { EventStore, RecordedEvent } from '#platform/event-store/event-store.port.ts';
import type { Principal } from '#platform/principal.ts';
import { appendHistory } from '#tests/projections/projection-world.ts';
import type { HistoryEvent } from '#tests/support/histories/event-histories.ts';
import { anyHistory } from '#tests/support/histories/random-histories.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { SEED } from '#tests/support/seed.ts';
import { type ApiUnderTest, startApi } from '#tests/support/servers/api-under-test.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';

type Page = { readonly requestedData: HistoryEntry[]; readonly nextCursor?: string };
/** An event of these histories, as stored. */
export type EventWithMetadata = RecordedEvent & { readonly metadata: EventMetadata };

/** Random histories of three companies in the store, projected, and an API to query them. */
export async function startHistoryWorld(options: { store?: EventStore; steps?: number } = {}) {
  console.log(`history: random histories, SEED=${SEED}`);
  const database = await createTestDatabase();
  const identify = (token: string | null) =>
    token === null ? null : (JSON.parse(Buffer.from(token, 'base64url').toString()) as Principal);
  const api = await startApi(database.url, { identify, ...(options.store && { store: options.store }) });
  const generated = variedHistory(SEED, options.steps ?? 150);
  const before = await api.store.head();
  const last = await appendHistory(api.store, generated);
  if (!(await api.progress.waitFor(last, MAX_WAIT_MS))) throw new Error('projections stand still');
  const events = (await readAll(api.store, before)) as EventWithMetadata[];
  return {
    api,
    events,
    last,
    reader: (principal: Pick<Principal, 'companyId'> & Partial<Principal>) => readerOf(api, principal),
    async close() {
      await api.close();
      await database.drop();
    },
  };
}

/** A history in which every company sells and has a named person: if the dice leave that out, they are thrown again. */
function variedHistory(seed: number, steps: number): HistoryEvent[] {
  for (let more = 0; ; more += 1) {
    const arbitrary = anyHistory({ steps, name: `history ${seed}` });
    const [generated = []] = fc.sample(arbitrary, { numRuns: 1, seed: seed + more });
    const companies = Map.groupBy(generated, ({ metadata }) => (metadata as { companyId: string }).companyId);
    if ([...companies.values()].every(isVaried)) return generated;
  }
}

function isVaried(events: readonly HistoryEvent[]): boolean {
  const isNamed = ({ type, data }: HistoryEvent) =>
    type === 'EmployeeAdded' && (data as { employee: EmployeeFacts }).employee.firstName.trim() !== '';
  return events.some(({ type }) => type === 'SaleRecorded') && events.some(isNamed);
}

/** A reader's client; the manager of a company by default. */
function readerOf(api: ApiUnderTest, as: Pick<Principal, 'companyId'> & Partial<Principal>) {
  const principal: Principal = {
    ...{ sessionId: `session of ${as.companyId}`, employeeId: 'manager', role: 'manager', type: 'employee' },
    ...{ timeZone: 'UTC', subscriptionIsActive: true },
    ...as,
  };
  const cookie = `tb_session=${Buffer.from(JSON.stringify(principal)).toString('base64url')}`;
  const get = (path: string) => api.app.inject({ url: `/api/audit${path}`, headers: { cookie } });
  return {
    get,
    /** Page after page to the end. */
    async all(path: string, limit = 40): Promise<HistoryEntry[]> {
      const seen: HistoryEntry[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const more: string = `${path.includes('?') ? '&' : '?'}limit=${limit}${cursor && `&cursor=${cursor}`}`;
        const reply = await get(`${path}${more}`);
        if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`);
        const page = reply.json<Page>();
        seen.push(...page.requestedData);
        cursor = page.nextCursor;
      }
      return seen;
    },
  };
}

async function readAll(store: Pick<EventStore, 'readAll'>, before: number) {
  const events = [];
  for (let after = before; ; ) {
    const some = await store.readAll({ after, limit: 500 });
    const end = some.at(-1);
    if (!end) return events;
    events.push(...some);
    after = end.position;
  }
}

import { expect } from 'vitest';
import { AS_OF_HEADER } from '#contracts/as-of.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import type { Principal } from '#platform/principal.ts';
import { appendHistory } from '#tests/projections/projection-world.ts';
import { daysFrom, type HistoryEvent } from '#tests/support/histories/event-histories.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { casesOf } from '#tests/support/seed.ts';
import { type ApiUnderTest, startApi } from '#tests/support/servers/api-under-test.ts';
import { type Known, learn, nothingKnown, questions, viewersOf } from './viewers.ts';

const DAYS = daysFrom('2026-03-01', 4);
const MINUTE_MS = 60_000;
/** After each event one question in so many is asked. Each call is asked some thirty times all the same. */
const ONE_IN = casesOf({ always: 2, withSeed: 1 });
/** As many reads at once as there are connections. */
const AT_ONCE = 12;

type ReadRecord = {
  readonly viewer: Principal;
  readonly url: string;
  readonly position: number;
  /** The company's time at that event: the latest time in its events. */
  readonly moment: string;
  readonly status: number;
  readonly reply: string;
};

/** The same events, spread evenly over DAYS; the clock of every seventh is an hour and a half behind. */
export function spreadOverDays(history: readonly HistoryEvent[]): HistoryEvent[] {
  const begin = Date.parse(`${DAYS[0]}T13:00:00Z`);
  const step = (DAYS.length * 24 * 60 * MINUTE_MS) / history.length;
  return history.map((event, number) => {
    const late = number % 7 === 3 ? 90 * MINUTE_MS : 0;
    const at = new Date(begin + number * step - late).toISOString();
    return { ...event, metadata: { ...(event.metadata as object), at } };
  });
}

/** Plays a history: after each event it records a share of what the company's people can read. */
export async function recordReads(
  databaseUrl: string,
  history: readonly HistoryEvent[],
  options: { readonly store?: EventStore; readonly pick: (below: number) => number },
): Promise<{ api: ApiUnderTest; records: ReadRecord[] }> {
  let now = new Date(0);
  const principals = new Map<string, Principal>();
  const api = await startApi(databaseUrl, {
    clock: { now: () => now },
    identify: (token) => principals.get(token ?? '') ?? null,
    ...(options.store && { store: options.store }),
  });
  const companies = new Map<string, { known: Known; moment: string }>();
  const records: ReadRecord[] = [];
  for (const [number, event] of history.entries()) {
    const { companyId, at } = event.metadata as { companyId: string; at: string };
    const company = companies.get(companyId) ?? { known: nothingKnown(DAYS), moment: at };
    companies.set(companyId, company);
    learn(company.known, event);
    if (at > company.moment) company.moment = at;
    const position = await appendHistory(api.store, [event]);
    expect(await api.progress.waitFor(position, MAX_WAIT_MS)).toBe(true);
    now = new Date(company.moment);
    const [superEmployee, ...others] = company.known.employees;
    if (superEmployee === undefined) continue;
    const viewers = viewersOf(companyId, superEmployee, others.at(-1) ?? superEmployee);
    for (const viewer of viewers) principals.set(viewer.sessionId, viewer);
    const asked = viewers.flatMap((viewer) =>
      questions(company.known, options.pick).flatMap((url) =>
        options.pick(ONE_IN) === 0 ? [{ viewer, url }] : [],
      ),
    );
    await eachConcurrently(asked, async ({ viewer, url }) => {
      // The reply cache is not part of this test.
      const { status, reply } = await ask(api, viewer, withQuery(url, `now=${number}`));
      // Today's permissions also apply to the past: deleted employees are signed out.
      if (status !== 401 && status !== 403)
        records.push({ viewer, url, position, moment: company.moment, status, reply });
    });
  }
  return { api, records };
}

/** Reads everything recorded again, by its position, and by its time where the time identifies it. */
export async function lookBack(
  api: ApiUnderTest,
  records: readonly ReadRecord[],
): Promise<{ byInstant: number }> {
  const lastAt = new Map(
    records.map(({ viewer, moment, position }) => [`${viewer.companyId} ${moment}`, position]),
  );
  let byInstant = 0;
  await eachConcurrently(records, async ({ viewer, url, position, moment, status, reply }, number) => {
    const then = await ask(api, viewer, withQuery(url, `as-of=@${position}`));
    expect({ url, ...then }).toEqual({ url, status, reply, asOf: `${position} ${moment}` });
    if (number % 5 !== 0 || lastAt.get(`${viewer.companyId} ${moment}`) !== position) return;
    byInstant++;
    const at = await ask(api, viewer, withQuery(url, `as-of=${moment}`));
    expect({ url, ...at }).toEqual({ url, status, reply, asOf: `${position} ${moment}` });
  });
  return { byInstant };
}

async function ask({ app }: ApiUnderTest, viewer: Principal, url: string) {
  const headers = { cookie: `tb_session=${viewer.sessionId}` };
  const { statusCode: status, payload: reply, headers: replyHeaders } = await app.inject({ url, headers });
  return { status, reply, asOf: replyHeaders[AS_OF_HEADER] };
}

function withQuery(url: string, more: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${more}`;
}

async function eachConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item, number: number) => Promise<void>,
) {
  const queue = items.entries();
  const worker = async () => {
    for (const [number, item] of queue) await work(item, number);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

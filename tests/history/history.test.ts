import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryEntry } from '#contracts/endpoints/history.endpoints.ts';
import { decodeEvent } from '#contracts/events/codec.ts';
import { SUBJECT_KINDS } from '#contracts/history/description.ts';
import { entryOf } from '#contracts/history/entry.ts';
import { kindOf, subjectOf } from '#contracts/history/history-events.ts';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createEventStoreDbEventStore } from '#platform/event-store/eventstoredb/event-store.eventstoredb.ts';
import { compareNames } from '#projections/queries/paging.ts';
import type { HistoryEvent as Decoded } from '#services/history/entries.ts';
import { eventStoreServer } from '#tests/platform/event-store/eventstore-server/eventstore-server.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { startHistoryWorld } from './history-world.ts';

type World = Awaited<ReturnType<typeof startHistoryWorld>>;
type Place = { readonly position: number; readonly at: string };

type Opened = { store?: EventStore; stop?: () => Promise<void> };

const adapters: [string, () => Promise<Opened>][] = [
  ['memory', async () => ({ store: createMemoryEventStore() })],
  ['Postgres', async () => ({})],
  ['EventStoreDB', openEventStoreDb],
];

async function openEventStoreDb(): Promise<Opened> {
  const { url, stop } = await eventStoreServer({ isAlone: true });
  return { store: createEventStoreDbEventStore({ url }), stop };
}

describe.each(adapters)('the history of companies on %s', (_name, open) => {
  let world: World;
  let stop: (() => Promise<void>) | undefined;
  let events: Decoded[];
  let companies: string[];
  beforeAll(async () => {
    const opened = await open();
    stop = opened.stop;
    world = await startHistoryWorld(opened);
    events = world.events.map((event) => decodeEvent(event) as Decoded);
    companies = [...new Set(events.map(({ metadata }) => metadata.companyId))];
  });
  afterAll(async () => {
    await world.close();
    await stop?.();
  });

  const of = (companyId: string) => events.filter(({ metadata }) => metadata.companyId === companyId);
  const positions = (some: readonly { position: number }[]) => some.map(({ position }) => position);

  it('has every event of the company, in either order, in pages of any size, and none of another', {
    tags: ['decision-1.1', 'decision-6.4'],
  }, async () => {
    for (const companyId of companies) {
      const { all } = world.reader({ companyId });
      const expected = positions(of(companyId));
      expect(positions(await all('/events?order=oldest', 33))).toEqual(expected);
      expect(positions(await all('/events', 100))).toEqual(expected.toReversed());
    }
    expect(await world.reader({ companyId: 'nobody' }).all('/events')).toEqual([]);
  });

  it('has the values of every field before and after as in the event', async () => {
    const [companyId = ''] = companies;
    const entries = await world.reader({ companyId }).all('/events?order=oldest');
    const names = { person: () => undefined, campaign: () => undefined, goal: () => undefined };
    const bare = ({ changes }: HistoryEntry) =>
      changes.map(({ before, after, ...rest }) => ({
        ...rest,
        before: before?.value ?? null,
        after: after?.value ?? null,
      }));
    const expected = of(companyId).map((event) => entryOf(event, names));
    expect(entries.map(bare)).toEqual(expected.map(bare));
    expect(entries.map(({ title }) => title)).toEqual(expected.map(({ title }) => title));
    const sales = entries.filter(({ person }) => person);
    expect(sales.some(({ person }) => person?.name && !person.name.startsWith('person '))).toBe(true);
  });

  it('is filtered by person, campaign, kind and time as by a check of every event', async () => {
    for (const companyId of companies) {
      const { all } = world.reader({ companyId });
      const its = of(companyId);
      const narrowed = async (query: string, fits: (event: Decoded) => boolean) =>
        expect(positions(await all(`/events?order=oldest&${query}`)), query).toEqual(
          positions(its.filter(fits)),
        );
      for (const kind of SUBJECT_KINDS) await narrowed(`kind=${kind}`, ({ type }) => kindOf(type) === kind);
      const people = new Set(its.map((event) => subjectOf(event).employeeId ?? 'nobody'));
      for (const person of people) {
        const isHis = (event: Decoded) =>
          subjectOf(event).employeeId === person || event.metadata.actorId === person;
        await narrowed(`person=${person}`, isHis);
        await narrowed(
          `person=${person}&kind=sale`,
          (event) => isHis(event) && event.type.startsWith('Sale'),
        );
      }
      const campaigns = new Set(its.map((event) => subjectOf(event).campaignId ?? 'none'));
      for (const campaign of campaigns) {
        await narrowed(`campaign=${campaign}`, (event) => {
          const { campaignId, formerCampaignId } = subjectOf(event);
          return campaignId === campaign || formerCampaignId === campaign;
        });
      }
      const [begin, end] = [1, 2].map((third) => its[Math.floor((its.length * third) / 3)]);
      if (!begin || !end) throw new Error('a company without events');
      await narrowed(
        `from=${begin.metadata.at}&to=${end.metadata.at}`,
        ({ metadata: { at } }) => at >= begin.metadata.at && at <= end.metadata.at,
      );
      await narrowed(
        `from=@${begin.position}&to=@${end.position}`,
        ({ position }) => position >= begin.position && position <= end.position,
      );
    }
  });

  it('of one sale, shift, employee, campaign or goal has the events about it, and none of another company', async () => {
    const [companyId = '', foreignId = ''] = companies;
    const mine = world.reader({ companyId });
    const theirs = world.reader({ companyId: foreignId });
    for (const kind of ['sale', 'shift', 'employee', 'campaign', 'goal'] as const) {
      const ids = of(companyId).flatMap((event) => (kindOf(event.type) === kind ? subjectOf(event).id : []));
      for (const id of [...new Set(ids)].slice(0, 8)) {
        const expected = of(companyId).filter(
          (event) => kindOf(event.type) === kind && subjectOf(event).id === id,
        );
        expect(positions(await mine.all(`/history/${kind}/${id}`, 2)), `${kind} ${id}`).toEqual(
          positions(expected),
        );
        expect((await theirs.get(`/history/${kind}/${id}`)).statusCode).toBe(404);
      }
    }
  });

  it('of a sale and a shift is readable by the associate who owns it, and nothing else is', async () => {
    const [companyId = ''] = companies;
    const sale = of(companyId).find(({ type }) => type === 'SaleRecorded') as Decoded;
    const { id, employeeId, campaignId } = subjectOf(sale);
    const his = world.reader({ companyId, role: 'sales associate', employeeId: employeeId ?? '' });
    const other = world.reader({ companyId, role: 'sales associate', employeeId: 'other' });
    expect((await his.all(`/history/sale/${id}`)).map(({ position }) => position)).toContain(sale.position);
    expect((await other.get(`/history/sale/${id}`)).json()).toMatchObject({ error: 'noSuchSale' });
    expect((await his.get(`/history/campaign/${campaignId}`)).json()).toMatchObject({
      error: 'noSuchCampaign',
    });
    expect((await his.get('/events')).statusCode).toBe(403);
    expect((await his.get('/events.csv')).statusCode).toBe(403);
    expect((await his.get('/moments')).statusCode).toBe(200);
  });

  it('names everybody and everything in it, including deleted ones', async () => {
    const kinds: Record<string, string> = { employee: 'person', campaign: 'campaign', goal: 'goal' };
    for (const companyId of companies) {
      const expected = new Map<string, boolean>();
      for (const event of of(companyId)) {
        const { kind, id } = subjectOf(event);
        if (kinds[kind]) expected.set(`${kinds[kind]} ${id}`, event.type.endsWith('Deleted'));
      }
      const { requestedData } = (await world.reader({ companyId }).get('/names')).json<{
        requestedData: { kind: string; id: string; name: string; deleted: boolean }[];
      }>();
      expect(new Map(requestedData.map(({ kind, id, deleted }) => [`${kind} ${id}`, deleted]))).toEqual(
        expected,
      );
      const ordered = requestedData.map(({ name }) => name);
      expect(ordered).toEqual([...ordered].sort(compareNames));
    }
    expect((await world.reader({ companyId: 'x', role: 'sales associate' }).get('/names')).statusCode).toBe(
      403,
    );
  });

  it('has a first and a last moment, and a position at any moment', async () => {
    for (const companyId of companies) {
      const { get } = world.reader({ companyId });
      const its = of(companyId);
      const place = (event: Decoded | undefined): Place | null =>
        event ? { position: event.position, at: event.metadata.at } : null;
      const ends = { first: place(its[0]), last: place(its.at(-1)) };
      expect((await get('/moments')).json()).toEqual(ends);
      for (const event of [its[7], its.at(-1)] as Decoded[]) {
        const expected = { ...ends, at: place(event) };
        expect((await get(`/moments?at=${event.metadata.at}`)).json()).toEqual(expected);
        expect((await get(`/moments?at=@${event.position}`)).json()).toEqual(expected);
      }
      expect((await get('/moments?at=2001-01-01T00:00:00Z')).json()).toEqual({ ...ends, at: null });
    }
    const refused = await world.reader({ companyId: 'x' }).get('/moments?at=yesterday');
    expect(refused.json()).toMatchObject({ error: 'invalidAsOf' });
  });

  it('loses and repeats nothing while events are added between two pages', async () => {
    const { companyId, associate, campaignId } = await world.api.company();
    const { get } = world.reader({ companyId });
    const sell = async () => {
      const sold = {
        employeeId: associate.employeeId,
        campaignId,
        entryDate: '2026-03-02',
        name: 'X',
        price: 1,
      };
      const recorded = await world.api.commands.sales.recordSale(contextOf(companyId), {
        ...sold,
        actorIsManager: false,
      });
      if (!recorded.ok) throw new Error(recorded.code);
      expect(await world.api.progress.waitFor(recorded.position, MAX_WAIT_MS)).toBe(true);
      return recorded.position;
    };
    const walk = async (order: string, between: () => Promise<unknown>) => {
      const seen: number[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const reply = await get(`/events?order=${order}&limit=3${cursor && `&cursor=${cursor}`}`);
        const page = reply.json<{ requestedData: HistoryEntry[]; nextCursor?: string }>();
        seen.push(...positions(page.requestedData));
        cursor = page.nextCursor;
        await between();
      }
      return seen;
    };
    const before = await walk('oldest', async () => {});
    const added: number[] = [];
    const along = await walk('oldest', async () => added.length < 8 && added.push(await sell()));
    expect(along).toEqual([...before, ...added].slice(0, along.length));
    expect(along.length).toBeGreaterThan(before.length);
    expect(await walk('newest', sell)).toEqual([...before, ...added].toReversed());
  });

  it('is exported as JSON Lines and CSV in the same words', { tags: ['decision-1.1'] }, async () => {
    const [companyId = ''] = companies;
    const { all, get } = world.reader({ companyId });
    const expected = await all('/events?order=oldest&kind=sale');
    const lines = await get('/events.jsonl?kind=sale');
    expect(lines.headers['content-disposition']).toBe('attachment; filename="history.jsonl"');
    expect(JSON.parse(`[${lines.body.trim().replaceAll('\n', ',')}]`)).toEqual(expected);
    const csv = await get('/events.csv?kind=sale&order=newest');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    const rows = parse(csv.body, { record_delimiter: '\r\n' });
    expect(rows[0]?.[0]).toBe('\uFEFFPosition');
    expect(rows.slice(1).map(([position]) => Number(position))).toEqual(positions(expected).toReversed());
    expect(rows[0]).toHaveLength(10);
    expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  });
});

import { expect, it } from 'vitest';
import { streams } from '#contracts/events/streams.ts';
import { type EventStore, type RecordedEvent, START } from '#platform/event-store/event-store.port.ts';
import { newId } from '#platform/ids.ts';
import { anEvent, type StoreUnderTest } from './store-under-test.ts';

const ALL = { after: START, to: Number.MAX_SAFE_INTEGER };

async function collected(pages: AsyncIterable<readonly RecordedEvent[]>): Promise<RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

/** Streams of a company in turns with those whose names are nearly the same. */
async function twoCompanies(store: EventStore) {
  const companyId = newId();
  const own = [
    streams.sale(companyId, newId()),
    streams.organization(companyId),
    streams.shiftOfId(companyId, newId()),
    `newer-${companyId}_1`,
  ];
  const others = [
    streams.sale(newId(), companyId),
    streams.organization(`${companyId}1`),
    streams.sale(companyId.slice(0, -1), ''),
    companyId,
    `x-x-${companyId}`,
  ];
  const before = await store.head();
  for (let round = 0; round < 3; round += 1) {
    for (const stream of [...own, ...others]) await store.append(stream, [anEvent({ round })], 'any');
  }
  const log = await store.readAll({ after: before, limit: 100 });
  return { companyId, own: log.filter(({ stream }) => own.includes(stream)) };
}

export function companySuite(open: () => StoreUnderTest): void {
  it('gives the events of all streams of a company, in the order of the log, and no other', async () => {
    const { store } = open();
    const { companyId, own } = await twoCompanies(store);
    expect(own).toHaveLength(12);
    expect(await collected(store.readCompany(companyId, ALL))).toEqual(own);
    expect(await collected(store.readCompany(newId(), ALL))).toEqual([]);
  });

  it('begins behind a position, and ends at one', async () => {
    const { store } = open();
    const { companyId, own } = await twoCompanies(store);
    const places = own.map(({ position }) => position);
    for (const after of [START, ...places]) {
      for (const to of [...places, await store.head(), Number.MAX_SAFE_INTEGER]) {
        const wanted = own.filter(({ position }) => position > after && position <= to);
        expect(await collected(store.readCompany(companyId, { after, to }))).toEqual(wanted);
      }
    }
  });

  it('gives no erased event, also when it is the newest of the log', async () => {
    const { store, another } = open();
    const { companyId, own } = await twoCompanies(store);
    const gone = streams.organization(companyId);
    await store.append(gone, [anEvent()], 'any');
    await store.erase({ streams: [gone], prefixes: [] });
    const left = own.filter(({ stream }) => stream !== gone);
    for (const reader of [store, another()]) {
      expect(await collected(reader.readCompany(companyId, ALL))).toEqual(left);
    }
  });

  it('gives more than a page, to a reader that stops early, too', async () => {
    const { store } = open();
    const companyId = newId();
    const many = Array.from({ length: 600 }, (_, number) => anEvent({ number }));
    await store.append(streams.organization(companyId), many, 'no stream');
    await store.append(streams.sale(companyId, '1'), many, 'no stream');
    expect(await collected(store.readCompany(companyId, ALL))).toHaveLength(1200);
    for await (const page of store.readCompany(companyId, ALL)) {
      expect(page.length).toBeGreaterThan(0);
      break;
    }
  });
}

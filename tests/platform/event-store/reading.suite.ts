import { expect, it } from 'vitest';
import { decodeEvent, UndecodableEvent } from '#contracts/events/codec.ts';
import type { EventStore, NewEvent } from '#platform/event-store/event-store.port.ts';
import { anEvent, aStream, events, ids, type StoreUnderTest } from './store-under-test.ts';

/** JSON that is easily lost on the way. */
const ODD_JSON = {
  text: 'ü 漢 🙂 "quoted" \\ / \n\r\t \u2028 \u0000 \ud83d',
  '': 'an empty key',
  nested: [[], {}, [null, true, false, 0, -1.5e-7, 9007199254740991]],
  ['__proto__']: { polluted: true },
};

const A_MEGABYTE = 1_000_000;

/** Ten events: even ones in one stream, odd ones in another. */
async function tenEvents(store: EventStore) {
  const [left, right] = [aStream(), aStream()];
  const before = await store.head();
  const sent: NewEvent[] = events(10);
  const positions: number[] = [];
  for (const event of sent) {
    const appended = await store.append(sent.indexOf(event) % 2 === 0 ? left : right, [event], 'any');
    if (appended.outcome === 'appended') positions.push(appended.position);
  }
  return { left, right, before, sent, positions };
}

export function readingSuite(open: () => StoreUnderTest): void {
  it('returns what was appended', { tags: ['reliability-11'] }, async () => {
    const { store } = open();
    const stream = aStream();
    const event: NewEvent = { ...anEvent(ODD_JSON), version: 3, metadata: { why: ODD_JSON } };
    const appended = await store.append(stream, [event], 'no stream');
    const [stored] = await store.read(stream);
    expect(stored).toEqual({
      ...event,
      stream,
      revision: 0,
      position: appended.outcome === 'appended' ? appended.position : undefined,
      recordedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(\d{3})?Z$/),
    });
    expect(JSON.stringify(stored?.data)).toBe(JSON.stringify(ODD_JSON));
    const age = Date.now() - Date.parse(stored?.recordedAt ?? '');
    expect(Math.abs(age)).toBeLessThan(60_000);
    expect(await store.readAll({ direction: 'backwards', limit: 1 })).toEqual([stored]);
  });

  it('reads a stream forwards and backwards from any revision', async () => {
    const { store } = open();
    const stream = aStream();
    await store.append(stream, events(7), 'no stream');
    const revisions = async (options: Parameters<EventStore['read']>[1]) =>
      (await store.read(stream, options)).map((event) => event.revision);
    expect(await revisions({})).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const all = [0, 1, 2, 3, 4, 5, 6];
    for (const from of all) {
      expect(await revisions({ from })).toEqual(all.slice(from));
      const backwards = all.slice(0, from + 1).reverse();
      expect(await revisions({ direction: 'backwards', from })).toEqual(backwards);
    }
    expect(await revisions({ from: 2, limit: 3 })).toEqual([2, 3, 4]);
    expect(await revisions({ from: 7 })).toEqual([]);
    expect(await revisions({ direction: 'backwards' })).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(await revisions({ direction: 'backwards', limit: 1 })).toEqual([6]);
    expect(await revisions({ direction: 'backwards', from: 4, limit: 2 })).toEqual([4, 3]);
  });

  it('finds nothing in a stream that is not there', async () => {
    const { store } = open();
    expect(await store.read(aStream())).toEqual([]);
    expect(await store.read(aStream(), { direction: 'backwards', limit: 1 })).toEqual([]);
  });

  it('reads the log forwards from any position', async () => {
    const { store } = open();
    const { before, sent, positions } = await tenEvents(store);
    for (const [index, after] of [before, ...positions].entries()) {
      const read = await store.readAll({ after, limit: 100 });
      expect(ids(read)).toEqual(ids(sent.slice(index)));
    }
    expect(ids(await store.readAll({ after: positions[3] ?? 0, limit: 2 }))).toEqual(ids(sent.slice(4, 6)));
    expect((await store.readAll({ after: before, limit: 100 })).map((event) => event.position)).toEqual(
      positions,
    );
  });

  it('reads the log backwards from any position', async () => {
    const { store } = open();
    const { before, sent, positions } = await tenEvents(store);
    const backwards = [...sent].reverse();
    expect(ids(await store.readAll({ direction: 'backwards', limit: 10 }))).toEqual(ids(backwards));
    for (const [index, after] of positions.entries()) {
      const read = await store.readAll({ direction: 'backwards', after, limit: 100 });
      expect(ids(read.filter((event) => event.position > before))).toEqual(
        ids(sent.slice(0, index).reverse()),
      );
    }
    expect(await store.head()).toBe(positions.at(-1));
  });

  it('pages through the log without a gap or a repetition', async () => {
    const { store } = open();
    const { before, sent } = await tenEvents(store);
    const paged: string[] = [];
    let after = before;
    for (;;) {
      const page = await store.readAll({ after, limit: 3 });
      const last = page.at(-1);
      if (!last) break;
      paged.push(...ids(page));
      after = last.position;
    }
    expect(paged).toEqual(ids(sent));
  });

  it('reads at positions wherever they are, and nothing where nothing is', async () => {
    const { store } = open();
    const { sent, positions } = await tenEvents(store);
    const at = async (...indexes: number[]) => ids(await store.readAt(indexes.map((n) => positions[n] ?? 0)));
    const sentAt = (...indexes: number[]) => ids(indexes.map((n) => sent[n] as NewEvent));
    expect(await at()).toEqual([]);
    expect(await at(4)).toEqual(sentAt(4));
    expect(await at(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)).toEqual(ids(sent));
    expect(await at(2, 3, 9)).toEqual(sentAt(2, 3, 9));
    // Far apart: more lies between them than is asked for.
    for (let n = 0; n < 60; n++) await store.append(aStream(), events(1), 'no stream');
    const { positions: far } = await tenEvents(store);
    const [first = 0, last = 0] = [positions[0], far.at(-1)];
    const found = await store.readAt([first, positions[5] ?? 0, ...far]);
    expect(found.map(({ position }) => position)).toEqual([first, positions[5], ...far]);
    expect(found[0]).toEqual((await store.readAll({ after: first - 1, limit: 1 }))[0]);
    expect(await store.readAt([first, last + 1_000_000])).toHaveLength(1);
  });

  it('keeps events of a megabyte, next to small ones', async () => {
    const { store } = open();
    const stream = aStream();
    const large = 'long '.repeat(A_MEGABYTE / 5);
    await Promise.all([
      store.append(stream, [anEvent({ large })], 'no stream'),
      ...Array.from({ length: 20 }, () => store.append(aStream(), events(2), 'no stream')),
    ]);
    const [stored] = await store.read(stream);
    // Compared by hand: a failing matcher would print both.
    expect(JSON.stringify(stored?.data) === JSON.stringify({ large })).toBe(true);
  });

  it('keeps events of unknown types and versions; only the codec refuses them', async () => {
    const { store } = open();
    const stream = aStream();
    const strange = { ...anEvent({ free: 'form' }, 'From the future / ünknown'), version: 99 };
    await store.append(stream, [strange], 'no stream');
    const [stored] = await store.read(stream);
    expect(stored).toMatchObject({ type: strange.type, version: 99, data: strange.data });
    expect(() => decodeEvent(stored as never)).toThrow(UndecodableEvent);
  });
}

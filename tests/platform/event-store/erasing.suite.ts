import { expect, it } from 'vitest';
import { ERASED, type EventStore, START } from '#platform/event-store/event-store.port.ts';
import { anEvent, aStream, events, hear, ids, type StoreUnderTest } from './store-under-test.ts';

/** Three streams that are to go, by name and by prefix, and two whose names are nearly the same, in turns. */
async function mixed(store: EventStore) {
  const before = await store.head();
  const [name, prefix] = [aStream(), `${aStream()}_`];
  const gone = [name, `${prefix}1`, `${prefix}2`];
  const kept = [`${name}1`, prefix.slice(0, -1)];
  for (let round = 0; round < 3; round += 1) {
    for (const stream of [...gone, ...kept]) {
      await store.append(stream, [anEvent({ secret: stream, round })], round === 0 ? 'no stream' : round - 1);
    }
  }
  const log = await store.readAll({ after: before, limit: 100 });
  const selection = { streams: [name], prefixes: [prefix] };
  return { before, gone, kept, selection, left: log.filter(({ stream }) => kept.includes(stream)) };
}

export function erasingSuite(open: () => StoreUnderTest): void {
  it('counts the events of streams by name and by prefix', async () => {
    const { store } = open();
    const { selection } = await mixed(store);
    expect(await store.count(selection)).toBe(9);
    expect(await store.count({ streams: selection.streams, prefixes: [] })).toBe(3);
    expect(await store.count({ streams: [], prefixes: selection.prefixes })).toBe(6);
    expect(await store.count({ streams: [aStream()], prefixes: [aStream()] })).toBe(0);
  });

  it('leaves nothing to read of what was erased, and everything else where it was', async () => {
    const { store, another } = open();
    const { before, gone, kept, selection, left } = await mixed(store);
    const places = (await store.readAll({ after: before, limit: 100 })).map(({ position }) => position);
    const marker = anEvent();
    await store.append(aStream(), [marker], 'no stream');
    expect(await store.erase(selection)).toBe(9);

    for (const reader of [store, another()]) {
      for (const stream of gone) {
        expect(await reader.read(stream)).toEqual([]);
        expect(await reader.read(stream, { from: 1 })).toEqual([]);
        expect(await reader.read(stream, { direction: 'backwards', limit: 1 })).toEqual([]);
      }
      for (const stream of kept) {
        expect(await reader.read(stream)).toEqual(left.filter((event) => event.stream === stream));
      }
      const log = await reader.readAll({ after: before, limit: 100 });
      expect(log.slice(0, -1)).toEqual(left);
      expect(log.at(-1)?.id).toBe(marker.id);
      const backwards = await reader.readAll({ direction: 'backwards', limit: left.length + 1 });
      expect(ids(backwards)).toEqual(ids([...left, marker]).reverse());
      expect(await reader.head()).toBe(log.at(-1)?.position);
      expect(await reader.readAt(places)).toEqual(left);
    }
  });

  it('pages over what was erased, from any position, an erased one too', async () => {
    const { store } = open();
    const { before, selection, left } = await mixed(store);
    const positions = (await store.readAll({ after: before, limit: 100 })).map(({ position }) => position);
    await store.erase(selection);
    for (const after of [before, ...positions]) {
      const rest = left.filter(({ position }) => position > after);
      const paged = [];
      for (let from = after; ; ) {
        const [next] = await store.readAll({ after: from, limit: 1 });
        if (!next) break;
        paged.push(next);
        from = next.position;
      }
      expect(paged).toEqual(rest);
    }
  });

  it('tells subscribers of the rest, of old events and of new ones', async () => {
    const { store, another } = open();
    const { before, selection, left } = await mixed(store);
    const atTheEnd = hear(store, { after: await store.head() }, (all) => all.length >= 2);
    await store.erase(selection);
    const fresh = events(2);
    await store.append(aStream(), fresh, 'no stream');
    expect(ids(await atTheEnd)).toEqual(ids(fresh));
    for (const reader of [store, another()]) {
      const heard = await hear(
        reader,
        { after: before, batchSize: 2 },
        (all) => all.length >= left.length + 2,
      );
      expect(ids(heard)).toEqual(ids([...left, ...fresh]));
    }
    const [first] = await hear(store, { after: START, batchSize: 1 }, () => true);
    expect(first?.type).not.toBe(ERASED);
  });

  it('refuses to begin an erased stream anew, or to go on with it', async () => {
    const { store, another } = open();
    const { gone, selection } = await mixed(store);
    await store.erase(selection);
    for (const writer of [store, another()]) {
      for (const expected of ['no stream', 0, 5] as const) {
        const append = await writer.append(gone[0] as string, [anEvent()], expected);
        expect(append.outcome).toBe('conflict');
      }
    }
  });

  it('changes nothing when it is repeated, and completes what was cut short', async () => {
    const { store } = open();
    const { before, selection, left } = await mixed(store);
    expect(await store.erase({ streams: [], prefixes: selection.prefixes })).toBe(6);
    expect(await store.erase(selection)).toBe(9);
    const log = await store.readAll({ after: before, limit: 100 });
    expect(log).toEqual(left);
    expect(await store.erase(selection)).toBe(9);
    expect(await store.count(selection)).toBe(9);
    expect(await store.readAll({ after: before, limit: 100 })).toEqual(log);
  });

  it('refuses to write events that readers would not get', async () => {
    const { store } = open();
    const hidden = { ...anEvent(), type: ERASED };
    await expect(store.append(aStream(), [hidden], 'no stream')).rejects.toThrow(RangeError);
  });
}

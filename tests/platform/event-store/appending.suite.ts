import { expect, it } from 'vitest';
import type { ExpectedRevision, NewEvent } from '#platform/event-store/event-store.port.ts';
import { anEvent, aStream, events, ids, type StoreUnderTest } from './store-under-test.ts';

const RACERS = 64;

/** Expected revisions, races and retries. */
export function appendingSuite(open: () => StoreUnderTest): void {
  const storesOf = ({ store, another }: StoreUnderTest) => [store, another(), another(), another()];

  it('numbers the events of a stream from 0 and the log by growing positions', {
    tags: ['reliability-06'],
  }, async () => {
    const { store } = open();
    const stream = aStream();
    const first = await store.append(stream, events(2), 'no stream');
    const second = await store.append(stream, events(1), 1);
    expect(first).toMatchObject({ outcome: 'appended', revision: 1, repeated: false });
    expect(second).toMatchObject({ outcome: 'appended', revision: 2, repeated: false });
    const stored = await store.read(stream);
    expect(stored.map((event) => event.revision)).toEqual([0, 1, 2]);
    expect(first).toHaveProperty('position', stored[1]?.position);
    expect(second).toHaveProperty('position', stored[2]?.position);
    expect(await store.head()).toBe(stored[2]?.position);
  });

  it.each<[ExpectedRevision, number | null]>([
    ['stream exists', null],
    [0, null],
    [7, null],
  ])('answers a conflict to %j on a stream that is not there', async (expected, actual) => {
    const { store } = open();
    const stream = aStream();
    expect(await store.append(stream, events(1), expected)).toEqual({ outcome: 'conflict', actual });
    expect(await store.read(stream)).toEqual([]);
  });

  it.each<ExpectedRevision>(['no stream', 0, 2, 5])(
    'answers a conflict with the real revision to %j on a stream of two events',
    async (expected) => {
      const { store } = open();
      const stream = aStream();
      await store.append(stream, events(2), 'no stream');
      expect(await store.append(stream, events(1), expected)).toEqual({ outcome: 'conflict', actual: 1 });
      expect(await store.read(stream)).toHaveLength(2);
    },
  );

  it('appends on a condition that holds, and writes nothing on one that another process has overtaken', async () => {
    const { store, another } = open();
    const [terms, first, second, third] = [aStream(), aStream(), aStream(), aStream()];
    await store.append(terms, events(2), 'no stream');
    const condition = { stream: terms, revision: 1 };
    expect(await store.append(first, events(1), 'no stream', condition)).toMatchObject({
      outcome: 'appended',
    });
    await another().append(terms, events(1), 1);
    const fallen = Array.from({ length: 5 }, () => store.append(second, events(1), 'no stream', condition));
    const free = store.append(third, events(1), 'no stream');
    for (const outcome of await Promise.all(fallen)) expect(outcome).toMatchObject({ outcome: 'conflict' });
    expect(await free).toMatchObject({ outcome: 'appended', repeated: false });
    expect(await store.read(second)).toEqual([]);
    const renewed = { stream: terms, revision: 2 };
    expect(await store.append(second, events(1), 'no stream', renewed)).toMatchObject({
      outcome: 'appended',
    });
  });

  it('writes nothing on an overtaken condition that arrives together with a newer one', async () => {
    const { store } = open();
    const [terms, others] = [aStream(), aStream()];
    for (const stream of [terms, others]) await store.append(stream, events(2), 'no stream');
    const [overtaken, newer] = [0, 1].map((revision) => ({ stream: terms, revision }));
    const ofOthers = { stream: others, revision: 1 };
    for (const conditions of [
      [overtaken, newer],
      [newer, overtaken],
      [ofOthers, overtaken],
    ]) {
      const streams = conditions.map(aStream);
      const appends = streams.map((stream, at) =>
        store.append(stream, events(1), 'no stream', conditions[at]),
      );
      await Promise.all(appends);
      expect(await store.read(streams[conditions.indexOf(overtaken)] ?? '')).toEqual([]);
    }
  });

  it.each<[ExpectedRevision, number]>([
    ['no stream', 0],
    [0, 1],
    [2, 3],
  ])(
    'lets exactly one of 64 racers win who all expect %j',
    { tags: ['reliability-07'] },
    async (expected, present) => {
      const under = open();
      const stream = aStream();
      if (present > 0) await under.store.append(stream, events(present), 'no stream');
      const stores = storesOf(under);
      const racers = Array.from({ length: RACERS }, () => anEvent());
      const outcomes = await Promise.all(
        racers.map((event, racer) => stores[racer % stores.length]?.append(stream, [event], expected)),
      );
      const winners = racers.filter((_, racer) => outcomes[racer]?.outcome === 'appended');
      const losers = outcomes.filter((outcome) => outcome?.outcome === 'conflict');
      expect(winners).toHaveLength(1);
      expect(losers).toEqual(Array(RACERS - 1).fill({ outcome: 'conflict', actual: present }));
      expect(ids((await under.store.read(stream)).slice(present))).toEqual(ids(winners));
    },
  );

  it.each<[ExpectedRevision, number]>([
    ['any', 0],
    ['stream exists', 1],
  ])('gives each of 64 racers who expect %j a revision of its own', async (expected, present) => {
    const under = open();
    const stream = aStream();
    if (present > 0) await under.store.append(stream, events(present), 'no stream');
    const stores = storesOf(under);
    const racers = Array.from({ length: RACERS }, () => anEvent());
    const outcomes = await Promise.all(
      racers.map((event, racer) => stores[racer % stores.length]?.append(stream, [event], expected)),
    );
    const stored = await under.store.read(stream);
    expect(stored).toHaveLength(present + RACERS);
    outcomes.forEach((outcome, racer) => {
      const place = stored.find((event) => event.id === racers[racer]?.id);
      expect(outcome).toEqual({
        outcome: 'appended',
        revision: place?.revision,
        position: place?.position,
        repeated: false,
      });
    });
  });

  it.each<[ExpectedRevision, number]>([
    ['no stream', 0],
    ['any', 0],
    ['stream exists', 1],
    [0, 1],
  ])('writes once what 64 racers append with the same ids, expecting %j', async (expected, present) => {
    const { store } = open();
    const stream = aStream();
    if (present > 0) await store.append(stream, events(present), 'no stream');
    const command = events(2);
    const outcomes = await Promise.all(
      Array.from({ length: RACERS }, () => store.append(stream, command, expected)),
    );
    const stored = await store.read(stream);
    expect(ids(stored.slice(present))).toEqual(ids(command));
    const { revision, position } = stored.at(-1) ?? {};
    const repeats = outcomes.filter((outcome) => outcome.outcome === 'appended' && outcome.repeated);
    expect(repeats).toEqual(
      Array(RACERS - 1).fill({ outcome: 'appended', revision, position, repeated: true }),
    );
    expect(outcomes.find((outcome) => !repeats.includes(outcome as never))).toEqual({
      outcome: 'appended',
      revision,
      position,
      repeated: false,
    });
  });

  it.each<[ExpectedRevision, number]>([
    ['no stream', 0],
    ['any', 0],
    ['stream exists', 2],
    [1, 2],
  ])(
    'answers a retry that expects %j as the first time, also after later events and from another process',
    async (expected, present) => {
      const { store, another } = open();
      const stream = aStream();
      if (present > 0) await store.append(stream, events(present), 'no stream');
      const command = events(3);
      const first = await store.append(stream, command, expected);
      await store.append(stream, events(2), present + 2);
      const retry = { ...first, repeated: true };
      expect(await store.append(stream, command, expected)).toEqual(retry);
      expect(await another().append(stream, command, expected)).toEqual(retry);
      expect(await store.read(stream)).toHaveLength(present + 5);
    },
  );

  it('does not take an append for a retry when only some of its events are stored', async () => {
    const { store } = open();
    const stream = aStream();
    const [first, second] = events(2);
    if (!first || !second) throw new Error('two events were made');
    await store.append(stream, [first, second], 'no stream');
    const conflict = { outcome: 'conflict', actual: 1 };
    expect(await store.append(stream, [first, anEvent()], 'no stream')).toEqual(conflict);
    expect(await store.append(stream, [anEvent(), second], 'no stream')).toEqual(conflict);
    expect(await store.append(stream, [first, anEvent()], 'any')).toEqual(conflict);
    expect(await store.append(stream, [first, second, anEvent()], 'no stream')).toEqual(conflict);
    expect(ids(await store.read(stream))).toEqual([first.id, second.id]);
  });

  it('knows the same ids of another stream as other events', async () => {
    const { store } = open();
    const command = events(2);
    await store.append(aStream(), command, 'no stream');
    expect(await store.append(aStream(), command, 'no stream')).toMatchObject({ repeated: false });
    expect(await store.append(aStream(), command, 'any')).toMatchObject({ repeated: false });
  });

  it('keeps the order of appends to one stream that were sent without waiting', async () => {
    const { store } = open();
    const stream = aStream();
    const sent = events(50);
    await Promise.all(
      sent.map((event, index) => store.append(stream, [event], index === 0 ? 'no stream' : index - 1)),
    );
    expect(ids(await store.read(stream))).toEqual(ids(sent));
  });

  it('refuses as a bug of the caller what no store takes', async () => {
    const { store } = open();
    const event = anEvent();
    const refused = async (
      words: string,
      { stream = aStream(), wrong = [event] as NewEvent[], at = 'any' as ExpectedRevision },
    ) => expect(store.append(stream, wrong, at)).rejects.toThrow(new RangeError(words));
    await refused('an append needs at least one event', { wrong: [] });
    for (const stream of ['', '$system', 'two\nlines', 'half \ud83d'])
      await refused(`not a stream name: ${JSON.stringify(stream)}`, { stream });
    for (const at of [-1, 0.5])
      await refused(`not a revision: ${at}; a stream without events is 'no stream'`, { at });
    for (const id of ['1,2', `${event.id}0`, `0${event.id}`])
      await refused(`not a UUID: "${id}"`, { wrong: [{ ...event, id }] });
    await refused('not an event type: "$link"', { wrong: [{ ...event, type: '$link' }] });
    await refused('not a version: 1.5', { wrong: [{ ...event, version: 1.5 }] });
  });
}

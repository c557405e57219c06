import { expect, test } from 'vitest';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import { createInOrder } from './in-order.ts';

const event = (name: string) => ({ id: crypto.randomUUID(), type: name, version: 1, data: {}, metadata: {} });

async function later(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await null;
}

test('the log has the order of the instants, however long steps take and even if some append nothing', async () => {
  const inner = createMemoryEventStore();
  const { store, run } = createInOrder(inner);
  const step = (at: string, about: string, slow: number, appends = true) => ({
    at,
    about,
    async run() {
      await later(slow);
      if (appends) await store.append(`stream-${at}`, [event(at)], 'no stream');
    },
  });
  await run([
    step('5', 'sale b', 0),
    step('1', 'shift', 30),
    step('2', 'nothing', 0, false),
    step('3', 'sale a', 3),
    step('4', 'shift', 1),
  ]);
  const log = await inner.readAll({ limit: 10 });
  expect(log.map(({ type }) => type)).toEqual(['1', '3', '4', '5']);
});

test('a step whose append is a conflict keeps its turn until it has appended', async () => {
  const inner = createMemoryEventStore();
  const { store, run } = createInOrder(inner);
  await inner.append('company', [event('0')], 'no stream');
  /** As a command does: it appends on what it knows of the company, and looks it up after a conflict. */
  const sale = (at: string) => ({
    at,
    about: at,
    async run() {
      for (let revision = -1, tries = 1; ; tries += 1) {
        const condition = { stream: 'company', revision };
        const { outcome } = await store.append(`sale-${at}`, [event(at)], 'no stream', condition);
        if (outcome === 'appended') return;
        if (tries > 1) throw new Error('a conflict again');
        await later(20);
        revision = 0;
      }
    },
  });
  const logOut = {
    at: '3',
    about: 'shift',
    run: async () => void (await store.append('shift', [event('3')], 'any')),
  };
  await run([logOut, sale('1'), sale('2'), sale('4')]);
  const log = await inner.readAll({ limit: 10 });
  expect(log.map(({ type }) => type)).toEqual(['0', '1', '2', '3', '4']);
});

test('appends are under way together, but one that may be a conflict goes alone', async () => {
  const inner = createMemoryEventStore();
  await inner.append('busy', [event('0')], 'no stream');
  const answers: (() => void)[] = [];
  const batches: string[] = [];
  const slow: typeof inner = {
    ...inner,
    async append(stream, ...args) {
      batches.push(`${batches.pop() ?? ''} ${stream}`.trim());
      await new Promise<void>((answer) => answers.push(answer));
      return inner.append(stream, ...args);
    },
  };
  const { store, run } = createInOrder(slow);
  const step = (at: string, stream: string, expected: 'no stream' | number) => ({
    at,
    about: stream,
    run: async () => void (await store.append(stream, [event(at)], expected)),
  });
  const running = run([
    step('1', 'a', 'no stream'),
    step('2', 'b', 'no stream'),
    step('3', 'busy', 0),
    step('4', 'c', 'no stream'),
    step('5', 'd', 'no stream'),
  ]);
  for (const _batch of [1, 2, 3]) {
    await later(50);
    for (const answer of answers.splice(0)) answer();
    batches.push('');
  }
  await running;
  expect(batches.filter(Boolean)).toEqual(['a b', 'busy', 'c d']);
});

test('a step about a thing begins once the previous step about it is stored', async () => {
  const inner = createMemoryEventStore();
  const { store, run } = createInOrder(inner);
  const seen: number[] = [];
  const step = (at: string) => ({
    at,
    about: 'shift',
    async run() {
      const { length } = await store.read('shift-x');
      seen.push(length);
      await store.append('shift-x', [event(at)], length === 0 ? 'no stream' : length - 1);
    },
  });
  await run([step('3'), step('1'), step('2')]);
  expect(seen).toEqual([0, 1, 2]);
});

test('a failed step lets the others finish, and is reported', async () => {
  const { store, run } = createInOrder(createMemoryEventStore());
  const done: string[] = [];
  const failing = { at: '1', about: 'a', run: () => Promise.reject(new Error('refused')) };
  const next = {
    at: '2',
    about: 'b',
    async run() {
      await store.append('stream-b', [event('b')], 'no stream');
      done.push('b');
    },
  };
  await expect(run([failing, next])).rejects.toThrow('refused');
  await expect.poll(() => done).toEqual(['b']);
});

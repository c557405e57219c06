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

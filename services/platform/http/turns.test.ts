import { setImmediate as othersTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { steppedTime } from '#tests/support/stepped-time.ts';
import { QueueFullError } from '../concurrency/mutex.ts';
import { createTurns } from './turns.ts';

/** Requests that end when the test says so. */
function world() {
  const time = steppedTime();
  const turns = createTurns(time.scheduler);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  function send(company: string, times = 1): void {
    const work = () => {
      begun.push(company);
      return new Promise<void>((end) => ends.push(end));
    };
    for (let nth = 0; nth < times; nth++) void turns.run(company, work);
  }
  const running = (company: string) => begun.filter((one) => one === company).length;
  return { ...time, turns, begun, ends, send, running };
}

it('a company alone has all places; the others of its requests wait in their order', async () => {
  const { turns, send, ends, running } = world();
  send('a', 150);
  expect(running('a')).toBe(100);
  const last = turns.run('a', () => 'last');
  ends[0]?.();
  await othersTurn();
  expect(running('a')).toBe(101);
  for (let at = 1; at < 150; at++) {
    ends[at]?.();
    await othersTurn();
  }
  expect(running('a')).toBe(150);
  expect(await last).toBe('last');
});

it('a company that sends much waits for itself, and the others for none', {
  tags: ['reliability-45'],
}, async () => {
  const { send, ends, running } = world();
  for (let at = 0; at < 9; at++) send(`other ${at}`);
  send('a', 500);
  // A tenth of the places, since ten companies are there.
  expect(running('a')).toBe(10);
  send('other 0', 9);
  expect(running('other 0')).toBe(10);
  ends.splice(9, 1)[0]?.();
  await othersTurn();
  expect(running('a')).toBe(11);
});

it('each of many companies has four places', () => {
  const { send, running } = world();
  for (let at = 0; at < 400; at++) send(`other ${at}`);
  send('a', 50);
  expect(running('a')).toBe(4);
});

it('has all places again when the others have sent nothing for two seconds', async () => {
  const { send, running, pass } = world();
  send('b');
  send('a', 90);
  expect(running('a')).toBe(50);
  await pass(2000);
  send('a');
  expect(running('a')).toBe(51);
});

it('answers at once what is known at once, and gives the place back after an error', async () => {
  const { turns } = world();
  for (let at = 0; at < 300; at++) {
    expect(turns.run('a', () => at)).toBe(at);
    const fail = () => {
      throw new Error('thrown');
    };
    expect(() => turns.run('a', fail)).toThrow('thrown');
    await expect(turns.run('a', () => Promise.reject(new Error('rejected')))).rejects.toThrow('rejected');
  }
});

it('refuses what comes when two thousand wait, of that company only', () => {
  const { turns, send } = world();
  send('b');
  send('a', 50 + 2000);
  expect(() => turns.run('a', () => 0)).toThrow(QueueFullError);
  expect(turns.run('b', () => 0)).toBe(0);
});

it('knows which companies are small', async () => {
  const { turns, send, pass } = world();
  expect(turns.isSmall('a'), 'the first').toBe(false);
  send('a', 40);
  expect(turns.isSmall('a'), 'alone').toBe(false);
  send('b');
  expect(['a', 'b'].map(turns.isSmall)).toEqual([false, true]);
  await pass(1000);
  send('b');
  expect(['a', 'b'].map(turns.isSmall), 'by the second before').toEqual([false, true]);
  await pass(2000);
  send('b');
  expect(turns.isSmall('b'), 'alone by now').toBe(false);
});

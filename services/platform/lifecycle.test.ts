import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createLifecycle } from './lifecycle.ts';

it('closes what is open in the opposite order, all of it although one fails, and says which', async () => {
  const closed: string[] = [];
  const lines: { what?: string; level: number }[] = [];
  const lifecycle = createLifecycle(
    pino({ level: 'error' }, { write: (line: string) => lines.push(JSON.parse(line)) }),
  );
  lifecycle.opened('database', () => closed.push('database'));
  lifecycle.opened('bus', async () => Promise.reject(new Error('gone')));
  lifecycle.opened('jobs', async () => closed.push('jobs'));
  await lifecycle.close();
  expect(closed).toEqual(['jobs', 'database']);
  expect(lines).toMatchObject([{ level: 50, what: 'bus', err: { message: 'gone' } }]);
  await lifecycle.close();
  expect(closed).toHaveLength(2);
});

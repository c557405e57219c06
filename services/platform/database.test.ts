import type pg from 'pg';
import { expect, it } from 'vitest';
import { fewAtOnce } from './database.ts';

it('long reads use a few connections together, in their order, also after a failure', async () => {
  const begun: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<string>>();
  const query = (text: string) => {
    begun.push(text);
    const gate = Promise.withResolvers<string>();
    gates.set(text, gate);
    return gate.promise;
  };
  const few = fewAtOnce({ query: query as unknown as pg.Pool['query'] }, 2);
  const asked = ['a', 'b', 'c', 'd'].map((text) => few.query(text));
  const told = Promise.allSettled(asked);
  await expect.poll(() => begun).toEqual(['a', 'b']);
  gates.get('b')?.reject(new Error('away'));
  await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
  gates.get('c')?.resolve('C');
  await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd']);
  gates.get('d')?.resolve('D');
  gates.get('a')?.resolve('A');
  expect((await told).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
});

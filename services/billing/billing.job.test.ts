import { expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import { eachCompany } from './billing.job.ts';
import type { Reconciled } from './subscription/reconcile.ts';

const companies = ['a', 'b', 'c', 'd', 'e', 'f'].map((companyId) => ({ companyId }));

async function visited(work: (companyId: string) => Reconciled): Promise<string> {
  const visits: string[] = [];
  const run = { log: createLog('silent'), signal: new AbortController().signal };
  await eachCompany(companies, run, async ({ companyId }) => {
    visits.push(companyId);
    return work(companyId);
  });
  return visits.join('');
}

it('visits every company although one fails and some get no answer', async () => {
  const failing = (companyId: string): Reconciled => {
    if (companyId === 'a') throw new Error('broken');
    return companyId < 'd' ? 'unavailable' : 'done';
  };
  expect(await visited(failing)).toBe('abcdef');
});

it('stops after three companies in a row that get no answer', async () => {
  expect(await visited(() => 'unavailable')).toBe('abc');
});

it('goes on after any number of companies without an answer that are not three in a row', async () => {
  const twoOfThree = (companyId: string): Reconciled => ('cf'.includes(companyId) ? 'done' : 'unavailable');
  expect(await visited(twoOfThree)).toBe('abcdef');
});

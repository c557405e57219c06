import { expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import { eachCompany } from './each-company.ts';
import type { Kept } from './keep-in-step.ts';

const companies = ['a', 'b', 'c', 'd', 'e', 'f'].map((companyId) => ({ companyId }));

async function asked(says: (companyId: string) => Kept): Promise<string> {
  const came: string[] = [];
  const run = { log: createLog('silent'), signal: new AbortController().signal };
  await eachCompany(companies, run, async ({ companyId }) => {
    came.push(companyId);
    return says(companyId);
  });
  return came.join('');
}

it('one that fails, or is away alone, keeps nobody waiting', async () => {
  const failing = (companyId: string): Kept => {
    if (companyId === 'a') throw new Error('broken');
    return companyId < 'd' ? 'unavailable' : 'done';
  };
  expect(await asked(failing)).toBe('abcdef');
});

it('three in a row who get no answer are enough to know that nobody does', async () => {
  expect(await asked(() => 'unavailable')).toBe('abc');
});

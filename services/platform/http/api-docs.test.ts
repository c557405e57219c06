import { setImmediate as othersTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { steppedTime } from '#tests/support/stepped-time.ts';
import { createLog } from '../log.ts';
import { apiDocs } from './api-docs.ts';
import { createErrorHandler } from './respond.ts';

it('a network gets ten copies of the description a second, and no other network waits', async () => {
  const { scheduler, pass, waiting } = steppedTime();
  const app = Fastify({ trustProxy: true });
  onTestFinished(() => app.close());
  app.setErrorHandler(createErrorHandler(createLog('silent')));
  apiDocs(app, scheduler);
  await app.ready();
  const statuses: number[] = [];
  const ask = async (address: string) => {
    const headers = { 'x-forwarded-for': address };
    const { statusCode } = await app.inject({ url: '/api/openapi.json', headers });
    statuses.push(statusCode);
  };
  const copies = () => statuses.filter((status) => status === 200).length;
  const asked = Array.from({ length: 110 }, () => ask('203.0.113.7'));
  await asked[0];
  await ask('203.0.113.8');
  // One has its copy, a hundred wait, and the other network has its own.
  expect([copies(), statuses.length]).toEqual([2, 11]);
  expect(statuses.filter((status) => status === 503)).toHaveLength(9);
  for (let copy = 1; copy <= 100; copy++) {
    await pass(99);
    expect(copies()).toBe(copy + 1);
    await pass(1);
    await asked[copy];
  }
  expect(copies()).toBe(102);
  await pass(100);
  await othersTurn();
  expect(waiting()).toBe(0);
});

import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { reportClientError } from '#contracts/endpoints/client-errors.endpoints.ts';
import { accepted } from '#contracts/result.ts';
import type { Call, Handler, Route } from './call.ts';
import { clientErrorRoutes } from './client-errors.routes.ts';

type Report = Call<typeof reportClientError>;

function reporting(mayReport: boolean) {
  const lines: string[] = [];
  const metrics = new Registry();
  let handler: Handler<typeof reportClientError> | undefined;
  const route = ((_endpoint: unknown, given: never) => {
    handler = given;
  }) as Route;
  clientErrorRoutes(route, {
    limits: {
      take: async () =>
        mayReport ? accepted(undefined) : { ok: false, code: 'tooManyRequests', retryAfterSeconds: 60 },
    },
    log: pino({}, { write: (line: string) => void lines.push(line) }),
    metrics,
  });
  const report = (body: Report['body']) =>
    handler?.({ address: '127.0.0.1', body, userAgent: 'x'.repeat(1000) } as Report);
  return { lines, metrics, report };
}

test('a failure in a browser is one line of the log, whatever its text, and is counted', async () => {
  const { lines, metrics, report } = reporting(true);
  const body = {
    message: 'x\n{"level":60}\u001b[31m',
    release: '3fa9',
    screen: '/layout/mysales',
    correlationId: 'c1',
  };
  expect(await report(body)).toEqual({ ok: true, reply: {} });
  expect(lines).toHaveLength(1);
  for (const raw of ['\n{', '\u001b']) expect(lines[0]).not.toContain(raw);
  const { browser, ...logged } = JSON.parse(lines[0] ?? '');
  expect(logged).toMatchObject({ ...body, level: 50, msg: 'a page of the web app failed' });
  expect(browser).toHaveLength(200);
  expect(await metrics.getSingleMetricAsString('tallyboard_client_errors_total')).toMatch(/total 1$/m);
});

test('too many reports of one network are refused and not logged', async () => {
  const { lines, report } = reporting(false);
  expect(await report({ message: 'x' })).toMatchObject({ ok: false, code: 'tooManyRequests' });
  expect(lines).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { Load } from './load.ts';

const options = JSON.parse(process.argv[2] ?? '') as Load;

const keyed: autocannon.Request = {
  setupRequest: (request) => ({
    ...request,
    headers: { ...request.headers, 'idempotency-key': randomUUID() },
  }),
};

const result = await autocannon({
  url: options.url,
  method: options.method,
  headers: options.headers,
  ...(options.body === undefined ? {} : { body: options.body }),
  ...(options.paths === undefined ? {} : { requests: options.paths.map((path) => ({ path })) }),
  ...(options.keyed ? { requests: [keyed] } : {}),
  connections: options.connections,
  duration: options.seconds,
});
process.send?.(result, () => process.exit(0));

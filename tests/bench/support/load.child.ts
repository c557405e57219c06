import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { Load } from './load.ts';

const options = JSON.parse(process.argv[2] ?? '') as Load;

const withNewId = (header: string): autocannon.Request => ({
  setupRequest: (request) => ({
    ...request,
    headers: { ...request.headers, [header]: randomUUID() },
  }),
});

const result = await autocannon({
  url: options.url,
  method: options.method,
  headers: options.headers,
  ...(options.body === undefined ? {} : { body: options.body }),
  ...(options.paths === undefined ? {} : { requests: options.paths.map((path) => ({ path })) }),
  ...(options.newIdIn === undefined ? {} : { requests: [withNewId(options.newIdIn)] }),
  connections: options.connections,
  duration: options.seconds,
});
process.send?.(result, () => process.exit(0));

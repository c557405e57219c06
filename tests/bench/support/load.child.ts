import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { type Load, NEW_ID } from './load.ts';

const options = JSON.parse(process.argv[2] ?? '') as Load;

const withNewId = (header: string): autocannon.Request => ({
  setupRequest: (request) => {
    const id = randomUUID();
    const body = request.body?.toString().replace(NEW_ID, id);
    return { ...request, headers: { ...request.headers, [header]: id }, ...(body !== undefined && { body }) };
  },
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

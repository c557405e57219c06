import autocannon from 'autocannon';
import type { Load } from './load.ts';

const options = JSON.parse(process.argv[2] ?? '') as Load;

const result = await autocannon({
  url: options.url,
  method: options.method,
  headers: options.headers,
  ...(options.body === undefined ? {} : { body: options.body }),
  ...(options.paths === undefined ? {} : { requests: options.paths.map((path) => ({ path })) }),
  connections: options.connections,
  duration: options.seconds,
});
process.send?.(result, () => process.exit(0));

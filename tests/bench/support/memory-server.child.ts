import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

/** The baseline of the reads benchmark: route `/0`, `/1`, … answers the bytes of the file of that name. */
const folder = process.argv[2] ?? '';
const count = Number(process.argv[3]);

const app = Fastify();
for (let at = 0; at < count; at++) {
  const bytes = readFileSync(`${folder}/${at}`);
  app.get(`/${at}`, (_request, reply) => {
    reply.type('application/json; charset=utf-8').send(bytes);
  });
}
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url });
process.once('SIGTERM', async () => {
  await app.close();
  process.exit(0);
});

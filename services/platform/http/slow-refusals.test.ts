import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { steppedTime } from '#tests/support/stepped-time.ts';
import { createSlowRefusals } from './slow-refusals.ts';

/** Sends requests that are answered with a status, and counts the answers that came. */
async function world() {
  const time = steppedTime();
  const app = Fastify({ trustProxy: true });
  onTestFinished(() => app.close());
  const slowly = createSlowRefusals(time.scheduler);
  app.get(
    '/429',
    { onSend: ({ ip }, _, payload, done) => slowly(ip, () => done(null, payload)) },
    (_, reply) => reply.code(429).send('answer'),
  );
  app.get('/200', (_, reply) => reply.send('answer'));
  await app.ready();
  let answered = 0;
  async function ask(status: number, address: string): Promise<void> {
    const { body, statusCode } = await app.inject({
      url: `/${status}`,
      headers: { 'x-forwarded-for': address },
    });
    expect([statusCode, body]).toEqual([status, 'answer']);
    answered += 1;
  }
  const asked: Promise<void>[] = [];
  return {
    ...time,
    async send(times: number, { address = '203.0.113.7' } = {}) {
      const sent = Array.from({ length: times }, () => ask(429, address));
      asked.push(...sent);
      // A request that is answered at once is answered before this one.
      await ask(200, '198.51.100.1');
      answered -= 1;
    },
    answered: () => answered,
    all: () => Promise.all(asked),
  };
}

it('the first refusals of a network go out at once, the others of that second a second later', async () => {
  const { send, answered, waiting, pass, all } = await world();
  await send(20);
  await send(5);
  expect([answered(), waiting()]).toEqual([20, 5]);
  await pass(999);
  expect(waiting()).toBe(5);
  await pass(1);
  await all();
  expect(answered()).toBe(25);
  await send(3);
  expect([answered(), waiting()]).toEqual([28, 0]);
});

it('answers of other networks are not held for it', async () => {
  const { send, answered, waiting } = await world();
  await send(21);
  expect([answered(), waiting()]).toEqual([20, 1]);
  await send(20, { address: '203.0.113.8' });
  expect([answered(), waiting()]).toEqual([40, 1]);
});

it('addresses of one IPv6 network count together', async () => {
  const { send, waiting } = await world();
  await send(20, { address: '2001:db8::1' });
  await send(1, { address: '2001:db8::2' });
  await send(1, { address: '2001:db8:0:1::1' });
  expect(waiting()).toBe(1);
});

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { createLog } from '#platform/log.ts';
import { createServer } from '#services/main/server.ts';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import { startTestProgram } from '#tests/support/servers/test-program.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';

it('a stop finishes pending requests, and does not wait for idle connections', async () => {
  const program = await startTestProgram();
  const company = await program.seedCompany();
  const browser = await program.signIn(company.owner.email);
  // Waits for a position that never comes, so the request is pending when the stop begins.
  const never = 999_999_999;
  const waits = vi.spyOn(program.progress, 'waitFor');
  const asked = browser.get('/api/goals/getgoals/all', { 'x-tallyboard-position': String(never) });
  await vi.waitFor(() => expect(waits).toHaveBeenCalledWith(never, expect.any(Number)), WAIT_OPTIONS);
  // An idle connection that its client keeps open for ever.
  const idle = connect(Number(new URL(program.url).port), '127.0.0.1');
  idle.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await once(idle, 'data');
  let stopped = false;
  const stopping = program.stop().then(() => {
    stopped = true;
  });
  expect((await asked).status).toBe(200);
  await expect.poll(() => stopped, { message: 'the program has stopped' }).toBe(true);
  await stopping;
  idle.destroy();
});

async function aServer() {
  const time = steppedTime();
  const app = createServer({
    trustProxy: false,
    secureCookies: false,
    log: createLog('silent'),
    scheduler: time.scheduler,
  });
  app.post('/', () => 'ok');
  const answer = new PassThrough();
  app.get('/long', (_, reply) => reply.send(answer));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const connection = async (sent: string) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const accepted = once(app.server, 'connection') as Promise<[Socket]>;
    const [accepting] = await accepted;
    if (sent !== '') {
      const received = once(accepting, 'data');
      socket.write(sent);
      await received;
    }
    const ended = new Promise<void>((done) => socket.once('close', () => done()).resume());
    return { socket, ended };
  };
  return { app, time, connection, answer };
}

it('a stop does not wait for a connection that never sends anything, as browsers open them ahead', async () => {
  const { app, time, connection } = await aServer();
  const silent = await connection('');
  const closing = app.close();
  await vi.waitFor(() => expect(app.server.listening).toBe(false), WAIT_OPTIONS);
  await time.pass(50);
  await closing;
  await silent.ended;
});

it.each([
  ['its head', 'GET / HTTP/1.1\r\nhost: localhost\r\n'],
  ['its body', 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{'],
])('a request without the end of %s has 30 s more', async (_, sent) => {
  const { app, time, connection } = await aServer();
  const half = await connection(sent);
  let closed = false;
  const closing = app.close().then(() => {
    closed = true;
  });
  await vi.waitFor(() => expect(app.server.listening).toBe(false), WAIT_OPTIONS);
  await time.pass(29_900);
  expect(closed).toBe(false);
  await time.pass(100);
  await closing;
  await half.ended;
});

it('an answer that takes longer goes on as long as something comes', async () => {
  const { app, time, connection, answer } = await aServer();
  const asked = once(app.server, 'request');
  const { socket, ended } = await connection('GET /long HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await asked;
  const closing = app.close();
  await vi.waitFor(() => expect(app.server.listening).toBe(false), WAIT_OPTIONS);
  let last = '';
  for (const part of ['first', 'second', 'third']) {
    const came = once(socket, 'data');
    answer.write(part);
    last = String(await came);
    await time.pass(30_000);
  }
  expect(last).toContain('third');
  expect(socket.destroyed).toBe(false);
  answer.end();
  await time.pass(50);
  await closing;
  await ended;
});

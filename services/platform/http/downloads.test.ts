import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SteppedTime, steppedTime } from '#tests/support/stepped-time.ts';
import { createDownloads } from './downloads.ts';
import { respond } from './respond.ts';

let time: SteppedTime;
let app: FastifyInstance;
/** The pieces made of each file, and whether it is over. */
/** Requests that have arrived. */
let asked: number;
let files: { made: number; isOver: boolean; end: () => void }[];

beforeEach(async () => {
  time = steppedTime();
  // Requests of a test before may still come to their turn.
  const ofThisTest: typeof files = [];
  files = ofThisTest;
  asked = 0;
  const downloads = createDownloads(time.scheduler);
  app = Fastify();
  let people = 0;
  app.get('/:companyId', async (request, reply) => {
    asked += 1;
    // `one:ada` names the person, too.
    const [companyId = '', employeeId = `${++people}`] = (
      request.params as { companyId: string }
    ).companyId.split(':');
    const refused = await downloads.begin({ companyId, employeeId }, reply);
    if (refused) return respond(reply, refused);
    return respond(reply, {
      ok: true,
      reply: piecesOf(ofThisTest),
      file: { name: 'a.csv', type: 'text/csv' },
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  app.server.closeAllConnections();
  await app.close();
});

/** Text as fast as it is taken, until the test ends it. */
async function* piecesOf(known: typeof files): AsyncGenerator<string> {
  const file = { made: 0, isOver: false, end: () => {} };
  let isEnding = false;
  file.end = () => {
    isEnding = true;
  };
  known.push(file);
  try {
    while (!isEnding) {
      file.made += 1;
      yield 'x'.repeat(10_000);
      await new Promise(setImmediate);
    }
  } finally {
    file.isOver = true;
  }
}

function ask(companyId: string) {
  const { port } = app.server.address() as AddressInfo;
  const request = http.get({ port, host: '127.0.0.1', path: `/${companyId}`, agent: false });
  request.on('error', () => {});
  const response = once(request, 'response').then(([given]) => {
    (given as http.IncomingMessage).on('error', () => {});
    return given as http.IncomingMessage;
  });
  response.catch(() => {});
  const told = response.then(({ statusCode, headers }) => [statusCode, headers['retry-after']]);
  told.catch(() => {});
  return { request, response, told };
}

const OPEN = [200, undefined];
const arrived = (count: number) => expect.poll(() => asked).toBe(count);

it('a company has a file at once, a process two; others wait in their order', async () => {
  const first = ask('one');
  expect(await first.told).toEqual(OPEN);
  const second = ask('one');
  await arrived(2);
  const other = ask('two');
  expect(await other.told).toEqual(OPEN);
  const third = ask('three');
  await arrived(4);
  expect(files).toHaveLength(2);
  first.request.destroy();
  expect(await third.told).toEqual(OPEN);
  // One that is complete makes room, too.
  (await other.response).resume();
  files[1]?.end();
  expect(await second.told).toEqual(OPEN);
});

it('a person has one, also while it waits, and another when that is over or given up', async () => {
  const first = ask('one:ada');
  expect(await first.told).toEqual(OPEN);
  expect(await ask('one:ada').told).toEqual([429, '5']);
  const waiting = ask('one:bob');
  await arrived(3);
  expect(await ask('one:bob').told).toEqual([429, '5']);
  waiting.request.destroy();
  first.request.destroy();
  for (const person of ['one:ada', 'one:bob']) {
    await expect
      .poll(async () => {
        const again = ask(person);
        const [status] = await again.told;
        again.request.destroy();
        return status;
      })
      .toBe(200);
  }
});

it('a client that went while it waited takes no place', async () => {
  const first = ask('one');
  await arrived(1);
  const gone = ask('one');
  await arrived(2);
  gone.request.destroy();
  const next = ask('one');
  await arrived(3);
  first.request.destroy();
  expect(await next.told).toEqual(OPEN);
});

it('the tenth of a company is refused', async () => {
  for (let file = 0; file < 9; file++) ask('one');
  await arrived(9);
  expect(await ask('one').told).toEqual([429, '5']);
  expect(await ask('two').told).toEqual(OPEN);
});

it('a process has two at once, and fifty with those that wait', async () => {
  for (let company = 0; company < 50; company++) ask(`${company}`);
  await arrived(50);
  expect(await ask('next').told).toEqual([503, '5']);
  expect(files).toHaveLength(2);
});

it('a client that takes nothing for two minutes is cut, one that reads is not', async () => {
  const stuck = await ask('one').response;
  const reading = await ask('two').response;
  stuck.pause();
  reading.resume();
  const [stuckFile, readFile] = files as [(typeof files)[0], (typeof files)[0]];
  // First the buffers on the way to the client fill.
  while (!stuckFile.isOver) {
    const { made } = readFile;
    await expect.poll(() => readFile.made).toBeGreaterThan(made + 10);
    await time.pass(120_000);
  }
  expect(readFile.isOver).toBe(false);
  expect(await ask('one').told).toEqual(OPEN);
});

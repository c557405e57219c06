import { setImmediate as othersTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createEventStoreDbEventStore } from '#platform/event-store/eventstoredb/event-store.eventstoredb.ts';
import { esdbMistake } from '#platform/event-store/eventstoredb/outage.eventstoredb.ts';
import { CliError } from '#platform/terminal.ts';
import { untilItAnswers } from '#services/main/open-event-store.ts';
import { startGrpcTestServer } from '#tests/platform/event-store/eventstore-server/grpc-test-server.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';

async function starting(url: string) {
  const { scheduler, pass, resting } = steppedTime();
  const said: string[] = [];
  const store = createEventStoreDbEventStore({ url, scheduler });
  let outcome: unknown;
  const done = untilItAnswers(store, {
    mistakeOf: (error) => esdbMistake(error, url),
    say: (line) => said.push(line),
    scheduler,
  }).then(
    () => {
      outcome = 'it answers';
    },
    (error) => {
      outcome = error;
    },
  );
  return {
    said,
    async until(isEnough: () => boolean) {
      // Time passes while the program waits, not while the network answers.
      while (outcome === undefined && !isEnough()) await (resting() > 0 ? pass(100) : othersTurn());
      return outcome;
    },
    async close() {
      await done;
      await store.close();
    },
  };
}

it('waits for a server that is away, says so every five seconds, and gives up after thirty with one line', async () => {
  const start = await starting('esdb://admin:secret@127.0.0.1:9?tls=false');
  const outcome = await start.until(() => false);
  expect(outcome).toBeInstanceOf(CliError);
  const line = /^EVENTSTORE_URL: EventStoreDB at 127\.0\.0\.1:9 does not answer: [^\n]+$/;
  expect(outcome).toHaveProperty('message', expect.stringMatching(line));
  expect(start.said).toHaveLength(6);
  for (const said of start.said) expect(said).toMatch(line);
  expect(start.said.join()).not.toContain('secret');
  await start.close();
});

it('goes on as soon as the server is there', async () => {
  const server = await startGrpcTestServer();
  await server.stop();
  const start = await starting(server.url);
  await start.until(() => start.said.length > 0);
  await server.start();
  expect(await start.until(() => false)).toBe('it answers');
  await start.close();
  await server.stop();
});

it('ends at once where waiting does not help: a certificate file that is not there', async () => {
  const start = await starting('esdb://127.0.0.1:9?tlsCAFile=/nowhere/ca.crt');
  const outcome = await start.until(() => false);
  expect(outcome).toHaveProperty('message', expect.stringMatching(/^EVENTSTORE_URL: the file [^\n]+$/));
  expect(start.said).toEqual([]);
  await start.close();
});

it.each([
  ['wrong password', 'does not take this user and password; they are written as'],
  ['no right', 'refuses access; it takes the user and password of an administrator, as'],
] as const)('ends at once where waiting does not help: a user with %s', async (user, said) => {
  const server = await startGrpcTestServer();
  server.refuse(user);
  const start = await starting(server.url);
  const outcome = await start.until(() => false);
  const host = `127.0.0.1:${server.port}`;
  const line = `EVENTSTORE_URL: ${host} ${said} esdb://user:password@host`;
  expect(outcome).toBeInstanceOf(CliError);
  expect(outcome).toHaveProperty('message', line);
  expect(start.said).toEqual([]);
  await start.close();
  await server.stop();
});

it('ends at once with a server that does not speak TLS', async () => {
  const server = await startGrpcTestServer();
  const start = await starting(server.url.replace('?tls=false', ''));
  const outcome = await start.until(() => false);
  expect(outcome).toHaveProperty('message', expect.stringMatching(/^EVENTSTORE_URL: [^\n]+\?tls=false$/));
  await start.close();
  await server.stop();
});

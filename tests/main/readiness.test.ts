import { afterEach, beforeEach, expect, it } from 'vitest';
import { streams } from '#contracts/events/streams.ts';
import { readConfig } from '#platform/config.ts';
import { newId } from '#platform/ids.ts';
import { createLog } from '#platform/log.ts';
import { type Program, startProgram } from '#services/main/program.ts';
import {
  type GrpcTestServer,
  startGrpcTestServer,
} from '#tests/platform/event-store/eventstore-server/grpc-test-server.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { sharedDataDir } from '#tests/support/servers/server-folder.ts';
import { startTcpProxy } from '#tests/support/servers/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

let database: TestDatabase;
let postgres: Awaited<ReturnType<typeof startTcpProxy>>;
let eventStore: GrpcTestServer;
let program: Program;
beforeEach(async () => {
  database = await createTestDatabase();
  postgres = await startTcpProxy(new URL(database.url));
  eventStore = await startGrpcTestServer();
  const servers = { databaseUrl: postgres.url, eventStoreUrl: eventStore.url };
  program = await startProgram(
    { ...readConfig({ DATA_DIR: sharedDataDir() }), port: 0, ...servers },
    { log: createLog('silent') },
  );
});
afterEach(async () => {
  await program.stop();
  await eventStore.stop();
  await postgres.close();
  await database.drop();
});

/** The status, and the checks that failed. */
async function readyz(): Promise<{ status: number; failed: string[]; setAside?: number }> {
  const { status, body } = await createHttpClient(program.url.replace('localhost', '127.0.0.1')).get(
    '/readyz',
  );
  const checks = Object.entries(body.checks as Record<string, { ok: boolean; setAside?: number }>);
  const failed = checks.filter(([, { ok }]) => !ok).map(([name]) => name);
  expect(body.ready).toBe(status === 200);
  return { status, failed, setAside: body.checks.projections.setAside };
}

const READY = { status: 200, failed: [] };

it('/readyz names each server that is away, and no other, until it is back', {
  tags: ['reliability-53'],
}, async () => {
  await expect.poll(readyz).toMatchObject(READY);
  await eventStore.stop();
  await expect.poll(readyz).toMatchObject({ status: 503, failed: ['event store', 'projections', 'seals'] });
  await eventStore.start();
  await expect.poll(readyz).toMatchObject(READY);

  await postgres.cut();
  await expect.poll(async () => (await readyz()).failed).toContain('database');
  const { status, failed } = await readyz();
  expect([status, failed.includes('event store')]).toEqual([503, false]);
  await postgres.mend();
  await expect.poll(readyz).toMatchObject(READY);
});

it('/readyz counts what could not be projected', { tags: ['reliability-53'] }, async () => {
  await expect.poll(readyz).toMatchObject({ ...READY, setAside: 0 });
  const unknown = { id: newId(), type: 'GoalEdited', version: 99, data: {}, metadata: {} };
  await program.core.store.append(streams.organization(newId()), [unknown], 'no stream');
  // By the catalogue and by the history.
  await expect.poll(readyz).toMatchObject({ status: 503, failed: ['projections'], setAside: 2 });
});

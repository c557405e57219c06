import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#infra/local/embedded-postgres.ts';
import { createPool } from '#platform/database.ts';
import { composeImage } from './compose-image.ts';
import { containersAvailable } from './containers.ts';
import { serverFolder } from './server-folder.ts';

export type TestServer = {
  /** Describes the server of the tests, and why it was chosen. */
  readonly description: string;
  readonly url: string;
  stop(): Promise<void>;
};

const IMAGE = composeImage('postgres');
/**
 * The tests run on throw-away data, and several programs at once. Vacuuming hundreds of databases that live for seconds
 * would cost a tenth of the processor.
 */
const SETTINGS = {
  max_connections: '300',
  autovacuum: 'off',
  scram_iterations: '1',
};

/** A given server first, a container where Docker is reachable and has the image, else the embedded one. */
export async function findPostgres(): Promise<TestServer> {
  for (const name of ['TEST_DATABASE_URL', 'DATABASE_URL'] as const) {
    const url = process.env[name];
    if (url) return { description: name, url, stop: async () => {} };
  }
  const unavailable = await containersAvailable();
  if (unavailable !== null) return embedded(unavailable);
  try {
    return await container();
  } catch (error) {
    return embedded(`${IMAGE}: ${(error as Error).message.split('\n')[0]}`);
  }
}

async function container(): Promise<TestServer> {
  // No reaper: it needs another image. The container is stopped here.
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true';
  const { GenericContainer, Wait } = await import('testcontainers');
  const password = randomUUID();
  const flags = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const started = await new GenericContainer(IMAGE)
    .withEnvironment({ POSTGRES_PASSWORD: password })
    .withCommand(['postgres', ...flags])
    .withExposedPorts(5432)
    // It logs this twice; the first time it is still initialising.
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start();
  const url = `postgres://postgres:${password}@${started.getHost()}:${started.getMappedPort(5432)}/postgres`;
  await makeSignInCheap(url);
  return {
    description: `container ${IMAGE}`,
    url,
    stop: async () => void (await started.stop()),
  };
}

/** Stores the password again, by the settings of now: 4096 rounds of a hash would cost each connection 5 ms. */
async function makeSignInCheap(url: string): Promise<void> {
  const admin = createPool(url, { max: 1 });
  await admin.query(`ALTER ROLE postgres PASSWORD '${new URL(url).password}'`);
  await admin.end();
}

async function embedded(reason: string): Promise<TestServer> {
  const folder = serverFolder();
  const server = await startEmbeddedPostgres({
    directory: join(folder.path, 'pg'),
    password: randomUUID(),
    settings: SETTINGS,
  });
  const url = server.url('postgres');
  await makeSignInCheap(url);
  return {
    description: `embedded (${reason})`,
    url,
    stop: async () => {
      await server.stop();
      folder.remove();
    },
  };
}

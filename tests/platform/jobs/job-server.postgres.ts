import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#infra/local/embedded-postgres.ts';
import { keptPort } from '#tests/support/servers/kept-port.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';
import type { JobServer } from './job-server.ts';

/** A Postgres of its own: the one that test files share cannot be taken away from them. */
export async function startPostgresJobServer(): Promise<JobServer> {
  const folder = serverFolder();
  const port = await keptPort();
  const options = {
    directory: join(folder.path, 'pg'),
    password: randomUUID(),
    port,
  };
  let server: EmbeddedPostgres = await startEmbeddedPostgres(options);
  return {
    description: 'embedded Postgres of this test file',
    backend: { connectionString: server.url('postgres'), queueName: 'test' },
    power: {
      off: () => server.stop(),
      on: async () => {
        server = await startEmbeddedPostgres(options);
      },
    },
    dispose: async () => {
      await server.stop();
      folder.remove();
    },
  };
}

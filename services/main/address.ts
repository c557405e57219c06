import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config.ts';
import { CliError } from '#platform/terminal/cli-error.ts';

type Place = Pick<Config, 'host' | 'port'>;

/** Tells before anything is started what `listen` would only tell at the end. */
export async function assertPortIsFree(place: Place): Promise<void> {
  if (place.port === 0) return;
  const probe = createServer();
  try {
    await new Promise<void>((done, fail) => {
      probe.once('error', fail);
      probe.listen(place.port, place.host, done);
    });
  } catch (error) {
    throw explained(error, place);
  }
  await new Promise((done) => probe.close(done));
}

/** Listens and returns the address for a person on this machine, without a slash at the end. */
export async function listen(app: FastifyInstance, place: Place): Promise<string> {
  try {
    await app.listen({ host: place.host, port: place.port });
  } catch (error) {
    throw explained(error, place);
  }
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : place.port;
  const everywhere = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(place.host);
  const host = place.host.includes(':') ? `[${place.host}]` : place.host;
  return `http://${everywhere ? 'localhost' : host}:${port}`;
}

function explained(error: unknown, { host, port }: Place): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new CliError(`PORT ${port} is taken by another program. Stop it, or set PORT to another one.`);
    case 'EACCES':
      return new CliError(`PORT ${port} is not for everybody to use. Set PORT to 1024 or above.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new CliError(`HOST ${host} is not an address of this machine.`);
    default:
      return error;
  }
}

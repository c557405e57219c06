import { connect } from 'node:net';

/**
 * Null when containers can be started here, else the reason. It checks the socket first, because the library takes
 * seconds to notice a missing engine.
 */
export async function containersAvailable(): Promise<string | null> {
  const given = process.env.DOCKER_HOST;
  const socket = given?.startsWith('unix://') ? given.slice('unix://'.length) : '/var/run/docker.sock';
  if (given && !given.startsWith('unix://')) return null;
  return (await answers(socket)) ? null : 'no Docker here';
}

function answers(path: string): Promise<boolean> {
  return new Promise((done) => {
    const probe = connect({ path });
    probe.once('connect', () => {
      probe.destroy();
      done(true);
    });
    probe.once('error', () => done(false));
  });
}

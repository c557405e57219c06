import { composeImage } from '#tests/support/servers/compose-image.ts';
import { containersAvailable } from '#tests/support/servers/containers.ts';
import { startGrpcTestServer } from './grpc-test-server.ts';

export type EventStoreServer = {
  /** How people name it, as it was printed. */
  readonly name: string;
  readonly url: string;
  /** True for our own test server. */
  readonly isFake: boolean;
  /** Delays appends between arrival, commit and answer; does nothing on a real server. */
  delayAppends(delay: (() => number) | undefined): void;
  stop(): Promise<void>;
};

const IMAGE = process.env.EVENTSTORE_IMAGE ?? composeImage('eventstore');
const START_TIMEOUT_MS = 120_000;

/**
 * The server that `EVENTSTORE_URL` names, else one in a container, else the test server. Prints which. With
 * `isAlone` never the first, whose log holds what other tests write.
 */
export async function eventStoreServer({ isAlone = false } = {}): Promise<EventStoreServer> {
  const server = (isAlone ? undefined : await given()) ?? (await inContainer()) ?? (await inProcess());
  console.log(`EventStoreDB: ${server.name}`);
  return server;
}

async function given(): Promise<EventStoreServer | undefined> {
  const url = process.env.EVENTSTORE_URL;
  return url
    ? { name: 'EVENTSTORE_URL', url, isFake: false, delayAppends: () => {}, stop: async () => {} }
    : undefined;
}

async function inContainer(): Promise<EventStoreServer | undefined> {
  if (await containersAvailable()) return undefined;
  // The reaper is one more image to get; the container is stopped here.
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true';
  const { GenericContainer, Wait } = await import('testcontainers');
  try {
    const container = await new GenericContainer(IMAGE)
      .withEnvironment({
        EVENTSTORE_INSECURE: 'true',
        EVENTSTORE_MEM_DB: 'true',
        EVENTSTORE_RUN_PROJECTIONS: 'None',
        EVENTSTORE_CLUSTER_SIZE: '1',
      })
      .withExposedPorts(2113)
      .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
      .withStartupTimeout(START_TIMEOUT_MS)
      .start();
    return {
      name: `container ${IMAGE}`,
      url: `esdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`,
      isFake: false,
      delayAppends: () => {},
      stop: async () => {
        await container.stop({ timeout: 0 });
      },
    };
  } catch (error) {
    console.log(`EventStoreDB: no container of ${IMAGE} (${(error as Error).message.split('\n')[0]})`);
    return undefined;
  }
}

async function inProcess(): Promise<EventStoreServer> {
  const { url, delayAppends, stop } = await startGrpcTestServer();
  return { name: 'in-process gRPC test server', url, isFake: true, delayAppends, stop };
}

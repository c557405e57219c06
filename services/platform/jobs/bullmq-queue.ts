import type { BackendClasses, IQueueBackend } from 'bullmq';
import type { BackendEvents, OpenJobBackend, WorkerTiming } from './job-backend.port.ts';

/** Jobs run at once: most of them wait for the database, and a slow one must not block the others. */
const CONCURRENCY = 5;
/**
 * A job whose worker dies so often is most likely the cause, and fails. An outage longer than a lock counts once for
 * every job that runs, and a long job meets several.
 */
const MAX_STALLS = 10;
const RETRY_MS = 1000;
const RENEWALS = 5;

export type Connections<Connection> = { readonly queue: Connection; readonly worker: Connection };

/**
 * The part of an adapter that is the same on every backend. Closes what it makes, not the connections.
 */
export async function openQueue<Backend extends IQueueBackend, Connection>(
  classes: BackendClasses<Backend, Connection>,
  queueName: string,
  connections: Connections<Connection>,
  events: BackendEvents,
  timing: WorkerTiming,
): Promise<OpenJobBackend> {
  const queue = new classes.Queue(queueName, {
    connection: connections.queue,
    prefix: queueName,
    skipWaitingForReady: true,
    streams: { events: { maxLen: 1000 } },
  });
  queue.on('error', events.onError);
  await queue.waitUntilReady();
  return {
    queue,
    work: async (process) => {
      const worker = new classes.Worker(queueName, process, {
        connection: connections.worker,
        prefix: queueName,
        concurrency: CONCURRENCY,
        lockDuration: timing.lockMs,
        // Clocks of machines may differ, and a busy process is late.
        lockRenewTime: timing.lockMs / RENEWALS,
        stalledInterval: timing.stalledMs,
        maxStalledCount: MAX_STALLS,
        runRetryDelay: RETRY_MS,
      });
      worker.on('error', events.onError);
      worker.on('stalled', events.onStalled);
      const stop = () => worker.close();
      try {
        await worker.waitUntilReady();
      } catch (error) {
        // BullMQ remembers a failed first connection for good, so such a worker would never work.
        await stop();
        throw error;
      }
      return stop;
    },
    close: () => queue.close(),
  };
}

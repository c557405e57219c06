import type { Log } from './log.ts';

/** What a program has open. Closing goes the opposite way, so nothing loses what it stands on. */
export type Lifecycle = {
  opened(what: string, close: () => Promise<unknown> | unknown): void;
  /** Closes everything; one that fails is logged and does not keep the rest open. */
  close(): Promise<void>;
};

export function createLifecycle(log: Log): Lifecycle {
  const open: { what: string; close: () => Promise<unknown> | unknown }[] = [];
  return {
    opened: (what, close) => {
      open.push({ what, close });
    },
    async close() {
      for (let last = open.pop(); last; last = open.pop()) {
        try {
          await last.close();
          log.debug({ what: last.what }, 'closed');
        } catch (err) {
          log.error({ err, what: last.what }, 'did not close cleanly');
        }
      }
    },
  };
}

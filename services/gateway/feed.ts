import type { LiveTopic, LiveTopics } from '#contracts/live/live-protocol.ts';
import type { UncommittedRows } from './uncommitted-rows.ts';

/**
 * What one channel shows, read from the read models by the same query functions as REST. Reads see at least
 * everything that was committed before they were called.
 */
export type Feed<Topic extends LiveTopic = LiveTopic> = {
  readonly topic: Topic;
  /** How long the first news of a row may wait, so that it does not delay more urgent reads; 0 is at once. */
  readonly delayMs: number;
  /** The local date that is shown now, '' for a topic without one. On another date viewers need a new snapshot. */
  shownDate(): string;
  snapshot(shownDate: string): Promise<LiveTopics[Topic]['snapshot']>;
  /** The rows of these keys as they are now; null if nothing has to be pushed. */
  change(keys: readonly string[], shownDate: string): Promise<LiveTopics[Topic]['change'] | null>;
  /** For a topic that can show rows before they are committed. */
  readonly uncommittedRows?: UncommittedRows<Topic>;
};

import type { LiveTopic, LiveTopics } from '#contracts/live/live-protocol.ts';

/**
 * What one channel shows, read from the read models by the same query functions as REST. Reads see at least
 * everything that was committed before they were called.
 */
export type Feed<Topic extends LiveTopic = LiveTopic> = {
  readonly topic: Topic;
  /** How long first news may wait, so that it does not hold up what is more urgent; 0 is at once. */
  readonly patienceMs: number;
  /** Names the whole that is shown now, the local date; when it differs, viewers need a new snapshot. */
  epoch(): string;
  snapshot(epoch: string): Promise<LiveTopics[Topic]['snapshot']>;
  /** The rows of these keys as they are now; null when there is nothing to say. */
  change(keys: readonly string[], epoch: string): Promise<LiveTopics[Topic]['change'] | null>;
};

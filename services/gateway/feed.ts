import type { LiveTopic, LiveTopics } from '#contracts/live/live-protocol.ts';
import type { RowsForeseen } from '#platform/live/live-bus.port.ts';

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
  /** Of a topic that can show rows before they are committed. */
  readonly foresight?: Foresight<Topic>;
};

/**
 * What a channel knows of rows that are folded and may not be committed yet: it shows them without reading,
 * and lays them over what it reads, so that no read that was too early turns a row back.
 */
export type Foresight<Topic extends LiveTopic = LiveTopic> = {
  /** Keeps those rows that are part of what is shown, and returns their keys. */
  learn(told: RowsForeseen, epoch: string): readonly string[];
  /** The rows of these keys as they will be; null when one of them cannot be told without reading. */
  preview(keys: readonly string[], epoch: string): LiveTopics[Topic]['change'] | null;
  /** Whether the last of this row that was previewed is what was committed at that position. */
  isPreviewOf(key: string, position: number): boolean;
  /** What was read, with what is foreseen in its place. */
  overSnapshot(read: LiveTopics[Topic]['snapshot']): LiveTopics[Topic]['snapshot'];
  /** The same, without the rows that all viewers have had as a preview; null when nothing is left. */
  overChange(read: LiveTopics[Topic]['change'], epoch: string): LiveTopics[Topic]['change'] | null;
  /** Somebody came in who has had none of the previews. */
  admitted(): void;
  /** Reads that begin from now on see everything up to `position`. */
  settle(position: number): void;
  /** What was foreseen may never be: from now on only reading counts. */
  forget(): void;
};

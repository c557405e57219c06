import { LRUCache } from 'lru-cache';
import type { LiveBus, LiveMessage } from '../live/live-bus.port.ts';
import { createHeard } from '../live/shards.port.ts';
import type { Progress } from './read-your-writes.ts';

/** How long a reply is reused. Values that move with the clock (rates of open shifts) are at most this old. */
export const REUSED_MS = 1_000;
/** After so long the next read renews the reply in the background, while the old one is still served. */
const RENEWED_MS = 500;
/** The size of all finished replies together, with their keys; the least recently used go first. */
const MOST_BYTES = 32 * 1024 * 1024;

/** A cached read: a key that includes the company, and the read models that the reply is made from. */
export type Question = {
  readonly key: string;
  readonly companyId: string;
  readonly models: readonly string[];
  /** The reply must include everything up to this position of the log. */
  readonly needed: number;
};

type Entry<Refusal> = {
  /** Everything up to this position was readable when the read began. */
  readonly asOf: number;
  readonly begun: number;
  readonly reply: Promise<Buffer | Refusal>;
  /** The reply once it is finished. */
  bytes: Buffer | null;
  readonly key: string;
  readonly sources: readonly string[];
  isRenewed: boolean;
};

/**
 * Caches replies as long as the read models would give the same ones.
 *
 * Why a client always sees its own writes. A read needs everything up to a position N, and N is readable already,
 * because the read has waited for it. It gets a cached entry if one of these holds:
 * (1) `asOf >= N`: everything up to N was readable before the entry was read, so the entry includes it.
 * (2) `heard >= N`: the live bus has reported all changes of the company up to N, and none of them affected the entry;
 *     otherwise it would be gone. A commit is reported after it happened, in the order of positions within a shard. What was reported before the
 *     entry was read is in the entry, and a later report finds the entry, finished or not. So the entry includes
 *     all changes up to N.
 * Otherwise the reply is made again. This does not need the bus to be faster than positions: a process that reads
 * the checkpoints itself may know that N is readable before the bus reports the changes; (2) does not hold then.
 * After a loss the bus reports `missed`, maybe late. Until then `heard` does not move; then all entries are dropped
 * and `heard` starts at nothing. A new runner also begins with `missed`, so its positions count from there.
 *
 * A client without a recent write (N is 0) may get the state at the last report: milliseconds ago, and never more
 * than REUSED_MS, even when the bus is away. An unfinished entry that was dropped still goes to the reads that wait
 * for it, because they came before the report.
 */
export function createReplyCache<Refusal extends object>(deps: {
  readonly bus: Pick<LiveBus, 'subscribe'>;
  readonly progress: Pick<Progress, 'position'>;
  /** Milliseconds; after a change of the clock, replies are made again. */
  readonly now: () => number;
  readonly mostBytes?: number;
}) {
  const { bus, progress, now } = deps;
  const underWay = new Map<string, Entry<Refusal>>();
  const bySource = new Map<string, Set<Entry<Refusal>>>();
  const finished = new LRUCache<string, Entry<Refusal>>({
    maxSize: deps.mostBytes ?? MOST_BYTES,
    sizeCalculation: ({ bytes, key }) => (bytes?.length ?? 0) + 2 * key.length + 200,
    dispose: (entry) => unlink(entry),
  });
  const heard = createHeard(0);

  const unsubscribe = bus.subscribe((message: LiveMessage) => {
    if (message.kind === 'missed') {
      heard.forget();
      underWay.clear();
      finished.clear();
      bySource.clear();
    } else if (message.kind === 'committed') {
      for (const { companyId, model } of message.changes) drop(sourceOf(companyId, model));
      heard.note(message);
    }
  });

  function drop(source: string): void {
    for (const entry of bySource.get(source) ?? []) {
      if (underWay.get(entry.key) === entry) underWay.delete(entry.key);
      if (finished.peek(entry.key) === entry) finished.delete(entry.key);
      unlink(entry);
    }
  }

  function link(entry: Entry<Refusal>): void {
    for (const source of entry.sources) {
      const entries = bySource.get(source);
      if (entries) entries.add(entry);
      else bySource.set(source, new Set([entry]));
    }
  }

  function unlink(entry: Entry<Refusal>): void {
    for (const source of entry.sources) {
      const entries = bySource.get(source);
      if (entries?.delete(entry) && entries.size === 0) bySource.delete(source);
    }
  }

  function isGood(
    entry: Entry<Refusal> | undefined,
    { needed, companyId }: Question,
    at: number,
  ): entry is Entry<Refusal> {
    if (!entry) return false;
    const age = at - entry.begun;
    return age >= 0 && age < REUSED_MS && (entry.asOf >= needed || heard.of(companyId) >= needed);
  }

  function begin(question: Question, begun: number, make: Make<Refusal>): Entry<Refusal> {
    const { key, companyId, models } = question;
    const replaced = underWay.get(key);
    if (replaced) unlink(replaced);
    const sources = models.map((model) => sourceOf(companyId, model));
    const asOf = progress.position();
    const entry: Entry<Refusal> = {
      key,
      asOf,
      begun,
      sources,
      bytes: null,
      isRenewed: false,
      // Never at once: the entry is linked before the making can end.
      reply: Promise.resolve().then(make),
    };
    link(entry);
    underWay.set(key, entry);
    entry.reply.then(
      (reply) => finish(entry, reply),
      () => finish(entry, null),
    );
    return entry;
  }

  function finish(entry: Entry<Refusal>, reply: Buffer | Refusal | null): void {
    if (underWay.get(entry.key) !== entry) return;
    underWay.delete(entry.key);
    if (Buffer.isBuffer(reply)) {
      entry.bytes = reply;
      if (finished.set(entry.key, entry).has(entry.key)) return;
    }
    // Rejected, failed, or too large.
    unlink(entry);
  }

  return {
    /** The reply to `question`, at once when it is cached; otherwise `make` reads it. Rejections are not cached. */
    take(question: Question, make: Make<Refusal>): Buffer | Promise<Buffer | Refusal> {
      const at = now();
      const known = finished.get(question.key);
      if (isGood(known, question, at) && known.bytes) {
        if (at - known.begun >= RENEWED_MS && !known.isRenewed) {
          known.isRenewed = true;
          // A failure is reported to the next read that needs the reply.
          begin(question, at, make).reply.catch(() => {});
        }
        return known.bytes;
      }
      const coming = underWay.get(question.key);
      return (isGood(coming, question, at) ? coming : begin(question, at, make)).reply;
    },
    /** The number of replies, finished or not. */
    size: () => finished.size + underWay.size,
    close: unsubscribe,
  };
}

type Make<Refusal> = () => Promise<Buffer | Refusal>;
export type ReplyCache<Refusal extends object> = ReturnType<typeof createReplyCache<Refusal>>;

function sourceOf(companyId: string, model: string): string {
  return `${companyId} ${model}`;
}

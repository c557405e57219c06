import { LRUCache } from 'lru-cache';
import type { LiveBus, LiveMessage } from '../live/live-bus.port.ts';
import type { Progress } from './read-your-writes.ts';

/** A reply is given again for so long: what moves with the clock (rates of open shifts) is as old at most. */
export const REUSED_MS = 1_000;
/** From then on the next reader makes it anew for those after him, while it still counts. */
const RENEWED_MS = 500;
/** Of all finished replies together, keys included; the least used go first. */
const MOST_BYTES = 32 * 1024 * 1024;

/** What a reply depends on: a key that names the company, and the read models that the reply is made from. */
export type Question = {
  readonly key: string;
  readonly companyId: string;
  readonly models: readonly string[];
  /** Everything up to this position of the log has to be in the reply. */
  readonly needed: number;
};

type Entry<Refusal> = {
  /** Everything up to here was readable when the making began. */
  readonly asOf: number;
  readonly begun: number;
  readonly reply: Promise<Buffer | Refusal>;
  /** Once it is finished. */
  bytes: Buffer | null;
  readonly key: string;
  readonly sources: readonly string[];
  isRenewed: boolean;
};

/**
 * Finished replies, to be given again while they are what the read models would answer.
 *
 * Why no reader gets less than was promised to him. He needs everything up to a position N that can be read
 * already (he waited for that). An entry is given to him if one of these holds:
 * (1) `asOf >= N`: before the making began everything up to N could be read, so the reply has it.
 * (2) `heard >= N`: all news up to N was told on the live bus, and none of it concerned the reply, or the entry
 *     would be gone. News of a commit is told after the commit and in the order of positions; what was told
 *     before the making began is in what the making read, and what is told later finds the entry, under way or
 *     finished. So the reply has all that up to N changed.
 * Else it is made anew. This does not rely on news being faster than positions: a process that looks at the
 * checkpoints itself may know that N can be read before the bus says what changed; then (2) does not hold yet.
 * When news was lost the bus says `missed`, maybe late: until then `heard` stands still, and then everything
 * goes, with `heard` back at nothing. Another runner begins with `missed` too, so its positions count from there.
 *
 * Whoever wrote nothing (N is 0) may see what was true when the last news came in: milliseconds ago, and never
 * more than REUSED_MS, also when the bus is away. An entry under way that news has dropped is still given to
 * those who already wait for it, since they asked before.
 */
export function createReplyCache<Refusal extends object>(deps: {
  readonly bus: Pick<LiveBus, 'subscribe'>;
  readonly progress: Pick<Progress, 'position'>;
  /** Milliseconds; a clock that was put back or ahead makes replies anew. */
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
  let heard = 0;

  const unsubscribe = bus.subscribe((message: LiveMessage) => {
    if (message.kind === 'missed') {
      heard = 0;
      underWay.clear();
      finished.clear();
      bySource.clear();
    } else if (message.kind === 'committed') {
      for (const { companyId, model } of message.changes) drop(sourceOf(companyId, model));
      heard = Math.max(heard, message.position);
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

  function isGood(entry: Entry<Refusal> | undefined, needed: number, at: number): entry is Entry<Refusal> {
    if (!entry) return false;
    const age = at - entry.begun;
    return age >= 0 && age < REUSED_MS && (entry.asOf >= needed || heard >= needed);
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
    // Refused, failed, or too large to be kept.
    unlink(entry);
  }

  return {
    /** The reply to `question`, at once where it is known. `make` reads; what it refuses is not remembered. */
    take(question: Question, make: Make<Refusal>): Buffer | Promise<Buffer | Refusal> {
      const at = now();
      const known = finished.get(question.key);
      if (isGood(known, question.needed, at) && known.bytes) {
        if (at - known.begun >= RENEWED_MS && !known.isRenewed) {
          known.isRenewed = true;
          // Should it fail, the next who needs it is told.
          begin(question, at, make).reply.catch(() => {});
        }
        return known.bytes;
      }
      const coming = underWay.get(question.key);
      return (isGood(coming, question.needed, at) ? coming : begin(question, at, make)).reply;
    },
    /** How many replies are kept, finished or under way. */
    size: () => finished.size + underWay.size,
    close: unsubscribe,
  };
}

type Make<Refusal> = () => Promise<Buffer | Refusal>;
export type ReplyCache<Refusal extends object> = ReturnType<typeof createReplyCache<Refusal>>;

function sourceOf(companyId: string, model: string): string {
  return `${companyId} ${model}`;
}

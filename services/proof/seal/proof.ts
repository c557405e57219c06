import type { ChainHead, Fault, Verdict } from '#contracts/proof/verdict.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import { type RecordedEvent, START } from '#platform/event-store/event-store.port.ts';
import { type CompanyEvents, type Cursor, claims, openCursor } from './company-events.ts';
import { asSealed, findFault, type Remembered, removedFrom } from './find-fault.ts';
import type { SealKeys } from './seal-keys.ts';
import type { SealLinks } from './seal-links.postgres.ts';

/** An event with its seal; digests and key in hex. */
export type SealedEvent = {
  /** As its link covers it. */
  readonly event: RecordedEvent;
  /** In this log. */
  readonly position: number;
  /** Null: the event has no personal values, or they were erased. */
  readonly key: string | null;
  readonly personalDigest: string | null;
  readonly link: string;
  /** Null: a signature behind this link covers it, or there is none. */
  readonly signature: string | null;
};

/** Progress of a verification; `of` grows when events are sealed meanwhile. */
export type VerifyProgress = (events: number, of: number) => void;

export type Proof = {
  /**
   * Reads every event and every link of the company in order, and stops at the first fault. Only reads, so the
   * program may serve meanwhile. Rejects with the signal's reason when it aborts.
   */
  verifyCompany(companyId: string, onProgress?: VerifyProgress, signal?: AbortSignal): Promise<Verdict>;
  /** The newest link of a company; null without links. */
  headOf(companyId: string): Promise<ChainHead | null>;
  /**
   * The sealed events of a company behind a position, in order, without verification. Ends at the events that were
   * sealed when it began.
   */
  sealedEvents(
    companyId: string,
    options?: { readonly after?: number; readonly signal?: AbortSignal },
  ): AsyncIterable<SealedEvent>;
};

type ProofDeps = {
  readonly links: Pick<SealLinks, 'progress' | 'heads' | 'read' | 'newestSigned'>;
  readonly keys: Pick<SealKeys, 'isRequired' | 'isSigned' | 'wasSigned'>;
  readonly events: CompanyEvents;
  readonly remembered?: Remembered;
  readonly clock?: Clock;
};

const PROGRESS_EVERY = 2000;
const NOTHING_REMEMBERED: Remembered = { at: async () => null, within: async () => null };

/** Verifies chains and reads their sealed events. */
export function openProof(deps: ProofDeps): Proof {
  const { links, keys, events, remembered = NOTHING_REMEMBERED, clock = systemClock } = deps;

  async function headOf(companyId: string): Promise<ChainHead | null> {
    const { signature: _, ...head } = (await links.heads([companyId])).get(companyId) ?? {};
    return 'link' in head ? head : null;
  }

  /** The position up to which links and events must agree; later events may be in the middle of being sealed. */
  async function sealedTo(companyId: string): Promise<{ to: number; count: number }> {
    const [progress, head] = await Promise.all([links.progress(), headOf(companyId)]);
    return { to: Math.max(progress, head?.position ?? START), count: head?.count ?? 0 };
  }

  /** Events removed from the end together with their links: only other records can show them. */
  async function cutOff(companyId: string, range: { readonly after: number; readonly to: number }) {
    const position = await remembered.within(companyId, range);
    return position === null ? null : removedFrom(remembered, companyId, position);
  }

  /** An event that is missing behind the end of the whole log may have been lost together with that end. */
  async function orEnded(fault: Fault | null): Promise<Fault | null> {
    if (fault?.kind !== 'removed' || (await events.end()) >= fault.position) return fault;
    return { ...fault, kind: 'ended' };
  }

  async function isSigned(companyId: string, head: ChainHead): Promise<boolean> {
    const found = await links.newestSigned(companyId, head.position);
    return found?.link === head.link && keys.isSigned(companyId, found);
  }

  /** The first event behind the newest link that a key of ours has signed; what is made anew has wrong signatures or none. */
  async function firstUnsigned(companyId: string, to: number): Promise<Fault | null> {
    let right = START;
    let wrong = to + 1;
    while (wrong - right > 1) {
      const middle = Math.floor((right + wrong) / 2);
      const found = await links.newestSigned(companyId, middle);
      if (!found || keys.wasSigned(companyId, found)) right = middle;
      else wrong = found.position;
    }
    const after = (await links.newestSigned(companyId, right))?.position ?? START;
    for await (const [link] of links.read(companyId, { after, to })) {
      if (!link) return null;
      const { stream = null, revision = null, type = null } = (await events.at(link.position)) ?? {};
      return { kind: 'unsigned', position: link.position, stream, revision, type, difference: null };
    }
    return null;
  }

  async function unsealed(companyId: string) {
    const range = { after: (await sealedTo(companyId)).to, to: Number.MAX_SAFE_INTEGER };
    let count = 0;
    let oldest: string | undefined;
    for await (const page of events.read(companyId, range)) {
      for (const event of page) {
        if (!claims(event, companyId)) continue;
        count += 1;
        oldest ??= event.recordedAt;
      }
    }
    const age = oldest === undefined ? 0 : clock.now().getTime() - Date.parse(oldest);
    return { events: count, seconds: Math.max(0, age / 1000) };
  }

  return {
    headOf,

    async verifyCompany(companyId, onProgress, signal) {
      const { to, count } = await sealedTo(companyId);
      const range = { after: START, to };
      const walked = await inStep([links.read(companyId, range), events.read(companyId, range)], (all) =>
        findFault({
          companyId,
          links: all[0],
          events: all[1],
          ...{ at: events.at, remembered },
          onEvent(verified) {
            if (verified % PROGRESS_EVERY !== 0) return;
            signal?.throwIfAborted();
            onProgress?.(verified, Math.max(verified, count));
          },
        }),
      );
      signal?.throwIfAborted();
      onProgress?.(walked.events, Math.max(walked.events, count));
      const after = walked.head?.position ?? START;
      const signed = walked.head !== null && (await isSigned(companyId, walked.head));
      const isOurs = signed || walked.head === null || !keys.isRequired();
      const fault =
        (await orEnded(walked.fault)) ??
        (await cutOff(companyId, { after, to })) ??
        (isOurs ? null : await firstUnsigned(companyId, walked.head.position));
      return {
        ...walked,
        fault,
        signed,
        unsealed: fault ? { events: 0, seconds: 0 } : await unsealed(companyId),
      };
    },

    async *sealedEvents(companyId, { after = START, signal } = {}): AsyncGenerator<SealedEvent, void, void> {
      const range = { after, to: (await sealedTo(companyId)).to };
      const [sealed, stored] = await Promise.all([
        openCursor(links.read(companyId, range)),
        openCursor(events.read(companyId, range)),
      ]);
      try {
        while (sealed.row && stored.row) {
          signal?.throwIfAborted();
          const { position, key, personalDigest, link, signature } = sealed.row;
          if (stored.row.position === position) {
            const { isAsWritten: _, ...event } = stored.row;
            const seal = { key, personalDigest, link, signature };
            yield { event: asSealed(event, sealed.row), position, ...seal };
          }
          const isBehind = stored.row.position <= position;
          const pages = [
            stored.row.position >= position ? sealed.advance() : undefined,
            isBehind ? stored.advance() : undefined,
          ];
          if (pages[0] ?? pages[1]) await Promise.all(pages);
        }
      } finally {
        await Promise.all([sealed.close(), stored.close()]);
      }
    },
  };
}

type Pages<Row> = AsyncIterable<readonly Row[]>;

async function inStep<Left, Right, Value>(
  [left, right]: readonly [Pages<Left>, Pages<Right>],
  work: (cursors: readonly [Cursor<Left>, Cursor<Right>]) => Promise<Value>,
): Promise<Value> {
  const cursors = await Promise.all([openCursor(left), openCursor(right)]);
  try {
    return await work(cursors);
  } finally {
    await Promise.all(cursors.map((cursor) => cursor.close()));
  }
}

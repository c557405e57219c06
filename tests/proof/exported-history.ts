import { hash, randomBytes } from 'node:crypto';
import type { CompanySeal } from '#contracts/endpoints/proof.endpoints.ts';
import { companyOfStream } from '#contracts/events/streams.ts';
import { chainStart, sealEvent } from '#contracts/proof/chain.ts';
import type { ExportHeader } from '#contracts/proof/export-lines.ts';
import type { ChainHead } from '#contracts/proof/verdict.ts';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { exported } from '#services/proof/export.ts';
import type { SealedEvent } from '#services/proof/seal/proof.ts';
import type { SealKeys } from '#services/proof/seal/seal-keys.ts';
import { workingHistory } from '#tests/support/histories/working-history.ts';
import { testKeys } from './sealing-world.ts';

export const sha256 = (text: string) => hash('sha256', text);
export const SCRIPT = 'the verifier';
const verifier = async () => ({ script: SCRIPT, digest: hash('sha256', SCRIPT, 'base64') });
const MADE_AT = '2026-11-21T12:00:00.000Z';

/** These events in the chain of the company, as if they had been recorded. */
export function resealed(events: readonly RecordedEvent[]): SealedEvent[] {
  let before = chainStart(sha256, world.companyId);
  return events.map((event) => {
    const seal = sealEvent(sha256, before, event, randomBytes(16).toString('hex'));
    before = seal.link;
    return { event, position: event.position, ...seal, signature: null };
  });
}

/** One company of a history in progress, sealed, with events of other companies in between. */
function sealedHistory(events: number): { companyId: string; sealed: SealedEvent[] } {
  const told = [...workingHistory({ events, companies: 2, employees: 6, days: 20 })];
  const companyId = companyOfStream(told[0]?.stream ?? '') ?? '';
  let before = chainStart(sha256, companyId);
  const sealed = told.flatMap((event, position): SealedEvent[] => {
    if (companyOfStream(event.stream) !== companyId) return [];
    const recordedAt = '2026-11-20T12:00:00.000000Z';
    const recorded = { ...event, position, recordedAt } as unknown as RecordedEvent;
    const seal = sealEvent(sha256, before, recorded, randomBytes(16).toString('hex'));
    before = seal.link;
    return [{ event: recorded, position, ...seal, signature: null }];
  });
  return { companyId, sealed };
}

export const world = sealedHistory(1200);
export const sealedDay = world.sealed[300] as SealedEvent;
const seals = [
  {
    day: '2026-11-19',
    sealed_at: MADE_AT,
    position: sealedDay.event.position,
    count: 301,
    link: sealedDay.link,
  },
];

type PageOptions = {
  readonly kept?: readonly CompanySeal[];
  readonly head?: ChainHead | null;
  readonly keys?: SealKeys;
};

/** The exported page of these events, of the company or of one person. */
export async function pageOf(
  sealed: readonly SealedEvent[],
  person: ExportHeader['person'] = null,
  { kept = seals, head = null, keys = testKeys }: PageOptions = {},
): Promise<string> {
  const deps = {
    proof: {
      headOf: async () => head,
      async *sealedEvents() {
        yield* sealed;
      },
    },
    keys,
    seals: {
      // They are on the second page.
      page: async (_company: string, { after }: { readonly after?: unknown }) =>
        after ? { rows: [...kept], next: null } : { rows: [], next: [MADE_AT] as const },
    },
    verifier,
  };
  const { companyId } = world;
  const header = { export: 1, companyId, companyName: 'Nord <b> & Co', person, madeAt: MADE_AT } as const;
  const parts: string[] = [];
  for await (const part of exported(deps, header)) parts.push(part);
  return parts.join('');
}

import { chainStart, FORMAT, linkBehind, mismatchOf, sealEvent } from '#contracts/proof/chain.ts';
import type { ChainHead, Difference, Fault, Verdict } from '#contracts/proof/verdict.ts';
import { sha256 } from '#platform/digest.ts';
import { type CompanyEvents, type Cursor, claims, type ReadEvent } from './company-events.ts';
import type { StoredLink } from './seal-links.postgres.ts';

/** Records of events beside the log and the links. */
export type Remembered = {
  /** The event that was at a position; null when unknown. */
  at(companyId: string, position: number): Promise<Pick<Fault, 'stream' | 'revision' | 'type'> | null>;
  /** The first position behind `after` and up to `to` that held an event of the company; null for none. */
  within(companyId: string, range: { readonly after: number; readonly to: number }): Promise<number | null>;
};

export type Walk = {
  readonly companyId: string;
  readonly links: Cursor<StoredLink>;
  readonly events: Cursor<ReadEvent>;
  readonly at: CompanyEvents['at'];
  readonly remembered: Remembered;
  /** Called after each event with the number of verified events. Throws to end the walk. */
  readonly onEvent: (events: number) => void;
};

/** The event as its link covers it. */
export function asSealed<Event extends { readonly position: number; readonly recordedAt: string }>(
  event: Event,
  { sealedAs }: Pick<StoredLink, 'sealedAs'>,
): Event {
  return sealedAs ? { ...event, ...sealedAs } : event;
}

/** No record of the event is left. */
const NAMELESS = { kind: 'removed', stream: null, revision: null, type: null, difference: null } as const;

/** Walks links and events of a company side by side, up to the first fault. */
export async function findFault(walk: Walk): Promise<Omit<Verdict, 'unsealed' | 'signed'>> {
  const { companyId, links, events } = walk;
  let head: ChainHead | null = null;
  let before = chainStart(sha256, companyId);
  let count = 0;
  let erased = 0;
  let stray: Fault | null = null;
  const found = (fault: Fault | null) => ({ fault: fault ?? stray, events: count, erased, head });

  for (;;) {
    const link = links.row;
    while (events.row && isOfOthers(events.row, companyId, link)) await events.advance();
    const event = events.row;
    if (!link) return found(event ? faultOf('inserted', event, 'unsealed') : null);
    if (isStray(link, event, count)) {
      stray ??= { ...NAMELESS, kind: 'changed', position: link.position, difference: 'seal' };
      await links.advance();
      continue;
    }
    if (event?.position !== link.position) return found(await outOfStep(walk, before, count));
    if (!claims(event, companyId)) return found(faultOf('changed', event, 'company'));

    const mismatch = mismatchOf(sha256, before, asSealed(event, link), link);
    if (mismatch === 'personal') return found(faultOf('changed', event, 'personal'));
    if (mismatch === 'link') return found(faultOf('changed', event, await whatDiffers(walk, before)));
    if (event.isAsWritten === false) return found(faultOf('changed', event, 'text'));
    if (link.number !== count + 1 || link.format !== FORMAT) {
      return found(faultOf('changed', event, 'seal'));
    }
    count += 1;
    if (link.key === null && link.personalDigest !== null) erased += 1;
    before = link.link;
    head = { link: before, position: link.position, count };
    walk.onEvent(count);
    const pages = [links.advance(), events.advance()];
    if (pages[0] ?? pages[1]) await Promise.all(pages);
  }
}

/** An event at the position of a link is checked, even if it names another company. */
function isOfOthers(event: ReadEvent, companyId: string, link: StoredLink | undefined): boolean {
  return event.position !== link?.position && !claims(event, companyId);
}

/**
 * A link without an event at its position, and with the wrong number, was moved: the fault is at the position it
 * came from.
 */
function isStray(link: StoredLink, event: ReadEvent | undefined, count: number): boolean {
  return link.number !== count + 1 && (event?.position ?? Number.POSITIVE_INFINITY) > link.position;
}

/** The next event and the next link have different positions. */
async function outOfStep(walk: Walk, before: string, count: number): Promise<Fault> {
  const { companyId, links, events, at, remembered } = walk;
  const event = events.row;
  const link = links.row as StoredLink;
  const isItsLink = event && mismatchOf(sha256, before, asSealed(event, link), link) === null;
  if (isItsLink) return faultOf('changed', event, 'seal');
  if (event && event.position < link.position) {
    // The numbers of the links tell a missing link from an event that never had one.
    return link.number > count + 1
      ? faultOf('changed', event, 'seal')
      : faultOf('inserted', event, 'unsealed');
  }
  const there = await at(link.position);
  if (there) return faultOf('changed', there, 'company');
  return removedFrom(remembered, companyId, link.position);
}

/** Records that a position once held an event. */
export async function removedFrom(
  remembered: Remembered,
  companyId: string,
  position: number,
): Promise<Fault> {
  return { ...NAMELESS, position, ...(await remembered.at(companyId, position)) };
}

/** Decides whether event or seal changed: the next link builds on the original one. */
async function whatDiffers({ links, events }: Walk, before: string): Promise<Difference> {
  const link = links.row as StoredLink;
  const event = asSealed(events.row as ReadEvent, link);
  const { key, personalDigest } = link;
  if (sealEvent(sha256, before, event, key ?? '').link === link.link) return 'seal';
  await Promise.all([links.advance(), events.advance()]);
  const nextLink = links.row;
  while (events.row && nextLink && events.row.position < nextLink.position) await events.advance();
  const nextEvent = events.row;
  if (!nextLink || nextEvent?.position !== nextLink.position) return 'content';
  const recomputed = linkBehind(sha256, before, event, personalDigest);
  return mismatchOf(sha256, recomputed, asSealed(nextEvent, nextLink), nextLink) === null
    ? 'seal'
    : 'content';
}

function faultOf(kind: Fault['kind'], event: ReadEvent, difference: Difference): Fault {
  const { position, stream, revision, type } = event;
  return { kind, position, stream, revision, type, difference };
}

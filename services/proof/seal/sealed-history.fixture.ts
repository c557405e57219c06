import { streams } from '#contracts/events/streams.ts';
import { chainStart, FORMAT, sealEvent } from '#contracts/proof/chain.ts';
import type { ChainHead } from '#contracts/proof/verdict.ts';
import { sha256 } from '#platform/digest.ts';
import { derivedId } from '#platform/ids.ts';
import { testKeys } from '#tests/proof/sealing-world.ts';
import { claims, type ReadEvent } from './company-events.ts';
import type { Remembered } from './find-fault.ts';
import { openProof } from './proof.ts';
import type { StoredLink } from './seal-links.postgres.ts';

export const COMPANY = 'acme';

export function saleAt(position: number, change: Partial<ReadEvent> = {}): ReadEvent {
  return {
    id: derivedId('event', position),
    stream: streams.sale(COMPANY, `${position}`),
    revision: 0,
    position,
    type: 'SaleRecorded',
    version: 1,
    data: {
      saleId: `${position}`,
      sale: { saleName: 'Zoë', customerNumber: '555-0100', details: '', priceCents: 12345 },
    },
    metadata: { companyId: COMPANY, actorId: 'ada' },
    recordedAt: '2026-11-20T19:00:00.000123Z',
    ...change,
  };
}

/** An event without personal values. */
export function goalAt(position: number, change: Partial<ReadEvent> = {}): ReadEvent {
  const data = { goalId: `${position}`, goal: { name: 'Ten a day' } };
  return saleAt(position, { stream: streams.organization(COMPANY), type: 'GoalAdded', data, ...change });
}

/** An event of another company. */
export function foreignAt(position: number, change: Partial<ReadEvent> = {}): ReadEvent {
  const stream = streams.sale('other', `${position}`);
  return saleAt(position, { stream, metadata: { companyId: 'other', actorId: 'eve' }, ...change });
}

/** The links of the company, as the sealer writes them. */
export function linksOf(events: readonly ReadEvent[]): StoredLink[] {
  let before = chainStart(sha256, COMPANY);
  const own = events.filter((event) => claims(event, COMPANY));
  return own.map((event, index) => {
    const key = sha256(`key ${event.position}`).slice(0, 32);
    const seal = sealEvent(sha256, before, event, key);
    before = seal.link;
    return {
      ...seal,
      position: event.position,
      number: index + 1,
      format: FORMAT,
      sealedAs: null,
      signature: null,
    };
  });
}

export function headOf(link: StoredLink | undefined): ChainHead | null {
  return link ? { link: link.link, position: link.position, count: link.number } : null;
}

type Place = { readonly position: number };

export function changed<Row extends Place>(
  rows: readonly Row[],
  position: number,
  change: Partial<Row>,
): Row[] {
  return rows.map((row) => (row.position === position ? { ...row, ...change } : row));
}

export function without<Row extends Place>(rows: readonly Row[], ...positions: readonly number[]): Row[] {
  return rows.filter(({ position }) => !positions.includes(position));
}

export function inOrder<Row extends Place>(...rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => one.position - other.position);
}

/** Rows in pages of `size`. `onClose` is called when the reader stops, at the end or before. */
export async function* inPages<Row>(
  rows: readonly Row[],
  size: number,
  onClose: () => void = () => {},
): AsyncGenerator<readonly Row[], void, void> {
  try {
    for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
  } finally {
    onClose();
  }
}

/** The clock of `proofOver`. */
export const NOW = Date.parse('2026-11-20T20:00:00Z');

export const sale = saleAt(6);
export const goal = goalAt(9);
export const last = saleAt(12);
/** Four events of the company and two of another. */
export const log = [saleAt(3), foreignAt(5), sale, goal, foreignAt(11), last];
export const links = linksOf(log);

export type World = {
  readonly events?: readonly ReadEvent[];
  readonly links?: readonly StoredLink[];
  /** The position up to which the log is sealed. */
  readonly progress?: number;
  readonly head?: StoredLink | undefined;
  /** Rows in a page, of links and of events. */
  readonly sizes?: readonly [number, number];
  readonly remembered?: Remembered;
};

type Range = { readonly after: number; readonly to: number };

/** A proof over these rows, and how often its pages were closed. */
export function proofOver(world: World = {}) {
  const { events = log, progress = 12, sizes = [100, 100], remembered } = world;
  const stored = world.links ?? links;
  const head = headOf('head' in world ? world.head : stored.at(-1));
  const closed = { links: 0, events: 0 };
  const reader =
    <Row extends { readonly position: number }>(
      name: keyof typeof closed,
      rows: readonly Row[],
      size: number,
    ) =>
    (_companyId: string, { after, to }: Range) => {
      const within = rows.filter(({ position }) => position > after && position <= to);
      return inPages(within, size, () => {
        closed[name] += 1;
      });
    };
  const proof = openProof({
    links: {
      progress: async () => progress,
      heads: async (companies) =>
        new Map(head && companies.includes(COMPANY) ? [[COMPANY, { ...head, signature: null }]] : []),
      newestSigned: async () => null,
      read: reader('links', stored, sizes[0]),
    },
    keys: testKeys,
    events: { read: reader('events', events, sizes[1]), at: async () => undefined, end: async () => 99 },
    ...(remembered ? { remembered } : {}),
    clock: { now: () => new Date(NOW) },
  });
  return { proof, closed };
}

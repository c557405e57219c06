import { describe, expect, it } from 'vitest';
import { streams } from '#contracts/events/streams.ts';
import type { Difference, Fault, Verdict } from '#contracts/proof/verdict.ts';
import { openCursor, type ReadEvent } from './company-events.ts';
import { findFault, type Remembered } from './find-fault.ts';
import type { StoredLink } from './seal-links.postgres.ts';
import {
  COMPANY,
  changed,
  foreignAt,
  goalAt,
  headOf,
  inOrder,
  inPages,
  linksOf,
  saleAt,
  without,
} from './sealed-history.fixture.ts';

const employee = saleAt(3, {
  stream: streams.organization(COMPANY),
  type: 'EmployeeAdded',
  data: { employeeId: 'bob', employee: { firstName: 'Bob', lastName: 'Lee', role: 'agent' } },
});
const sale = saleAt(6);
const goal = goalAt(9, { revision: 1 });
const last = saleAt(12);
/** Four events of the company, with events of another company before, between and behind them. */
const log = [foreignAt(1), employee, foreignAt(5), sale, goal, foreignAt(11), last, foreignAt(14)];
const links = linksOf(log);

type World = {
  readonly events?: readonly ReadEvent[];
  readonly links?: readonly StoredLink[];
  /** Rows in a page, of links and of events. */
  readonly sizes?: readonly [number, number];
  /** An event that the pages leave out. */
  readonly leftOut?: ReadEvent;
  readonly former?: Awaited<ReturnType<Remembered['at']>>;
};

async function walk(world: World) {
  const [linksInPage, eventsInPage] = world.sizes ?? [100, 100];
  const { leftOut, former } = world;
  const counts: number[] = [];
  const verdict = await findFault({
    companyId: COMPANY,
    links: await openCursor(inPages(world.links ?? links, linksInPage)),
    events: await openCursor(inPages(world.events ?? log, eventsInPage)),
    at: async (position) => (leftOut?.position === position ? leftOut : undefined),
    remembered: {
      at: async (companyId, position) => (companyId === COMPANY && position === 6 ? (former ?? null) : null),
      within: async () => null,
    },
    onEvent: (count) => {
      counts.push(count);
    },
  });
  return { ...verdict, counts };
}

type Walked = Omit<Verdict, 'unsealed' | 'signed'> & { readonly counts: readonly number[] };

/** The result of a walk that verified the first `events` of the history. */
function verified(events: number, fault: Fault | null): Walked {
  const counts = [1, 2, 3, 4].slice(0, events);
  return { fault, events, erased: 0, head: headOf(links[events - 1]), counts };
}

function fault(kind: Fault['kind'], event: ReadEvent, difference: Difference): Fault {
  const { position, stream, revision, type } = event;
  return { kind, position, stream, revision, type, difference };
}

const changedBy = (event: ReadEvent, difference: Difference) => fault('changed', event, difference);
const forged = (event: ReadEvent) => changedBy(event, 'seal');
const unsealed = (event: ReadEvent) => fault('inserted', event, 'unsealed');
const nameless = { stream: null, revision: null, type: null };
const removed = (position: number): Fault => ({
  ...{ kind: 'removed', position, difference: null },
  ...nameless,
});
const stray = (position: number): Fault => ({
  ...{ kind: 'changed', position, difference: 'seal' },
  ...nameless,
});

const sold = (facts: object) => ({
  data: { saleId: '6', sale: { saleName: 'Zoë', customerNumber: '555-0100', details: '', ...facts } },
});
const blank = sold({ saleName: '', customerNumber: '', priceCents: 12345 });
const linkAt = (position: number) => links.find((link) => link.position === position) as StoredLink;
const FORGED = 'f'.repeat(64);

describe('a history with all its links', () => {
  it.each([
    [1, 1],
    [1, 100],
    [100, 1],
    [2, 3],
    [100, 100],
  ])('has no fault, read in pages of %i links and %i events', async (...sizes) => {
    expect(await walk({ sizes })).toEqual(verified(4, null));
  });

  it('has no fault where its text is as it was written', async () => {
    expect(await walk({ events: changed(log, 6, { isAsWritten: true }) })).toEqual(verified(4, null));
  });

  it('has no fault and no head before its first event', async () => {
    expect(await walk({ events: [foreignAt(1)], links: [] })).toEqual(verified(0, null));
  });

  it('counts the events whose personal values were erased', async () => {
    const erased = { events: changed(log, 6, blank), links: changed(links, 6, { key: null }) };
    expect(await walk(erased)).toEqual({ ...verified(4, null), erased: 1 });
  });
});

const dear = sold({ priceCents: 99999 });
const renamed = sold({ saleName: 'Zoe', priceCents: 12345 });
const inserted = saleAt(8);
const hidden = foreignAt(8, { metadata: { companyId: COMPANY } });
const moved = foreignAt(6);
const former = { stream: sale.stream, revision: 0, type: 'SaleRecorded' };

describe('an event', () => {
  it.each<[string, World, number, Fault]>([
    [
      'with other personal values is named',
      { events: changed(log, 6, renamed) },
      1,
      changedBy(sale, 'personal'),
    ],
    ['with another price is named', { events: changed(log, 6, dear) }, 1, changedBy(sale, 'content')],
    [
      'with the same facts in other characters is named',
      { events: changed(log, 6, { isAsWritten: false }) },
      1,
      changedBy(sale, 'text'),
    ],
    [
      'that names another company is named by its new stream',
      { events: changed(log, 6, moved) },
      1,
      changedBy(moved, 'company'),
    ],
    [
      'that names another company is found where the pages leave it out',
      { events: without(log, 6), leftOut: moved },
      1,
      changedBy(moved, 'company'),
    ],
    ['that never had a link was inserted', { events: inOrder(...log, inserted) }, 2, unsealed(inserted)],
    [
      "in another company's stream was inserted if its metadata names the company",
      { events: inOrder(...log, hidden) },
      2,
      unsealed(hidden),
    ],
    ['behind the last link was inserted', { links: without(links, 12) }, 3, unsealed(last)],
    ['that is gone is named by its position', { events: without(log, 6) }, 1, removed(6)],
    [
      'that is gone is named by other records',
      { events: without(log, 6), former },
      1,
      { ...removed(6), ...former },
    ],
    ['that is gone from the end is named by its position', { events: without(log, 12, 14) }, 3, removed(12)],
  ])('%s', async (_title, world, events, expected) => {
    expect(await walk(world)).toEqual(verified(events, expected));
    expect(await walk({ ...world, sizes: [1, 2] })).toEqual(verified(events, expected));
  });
});

describe('a link', () => {
  it.each<[string, readonly StoredLink[], number, Fault]>([
    ['that is missing between others counts as changed', without(links, 6), 1, forged(sale)],
    ['with another number is a fault', changed(links, 12, { number: 5 }), 3, forged(last)],
    ['of another format is a fault', changed(links, 6, { format: 2 }), 1, forged(sale)],
    ['moved to a later position is found at its event', changed(links, 6, { position: 7 }), 1, forged(sale)],
    [
      'moved to an earlier position is found at its event',
      inOrder(...changed(links, 9, { position: 4 })),
      2,
      forged(goal),
    ],
    [
      'too many is found at its position when all events are verified',
      inOrder(...links, { ...linkAt(12), position: 4 }, { ...linkAt(12), position: 7 }),
      4,
      stray(4),
    ],
    [
      'behind the last event is found at its position',
      [...links, { ...linkAt(6), position: 20 }],
      4,
      stray(20),
    ],
  ])('%s', async (_title, its, events, expected) => {
    expect(await walk({ links: its })).toEqual(verified(events, expected));
    expect(await walk({ links: its, sizes: [1, 3] })).toEqual(verified(events, expected));
  });
});

describe('an event that does not fit its link', () => {
  const goalChanged = changed(log, 9, { revision: 2 });
  const content = (event: ReadEvent) => changedBy({ ...event, revision: 2 }, 'content');

  it.each<[string, World, number, Fault]>([
    [
      'is unchanged if the key still gives its link',
      { links: changed(links, 12, { personalDigest: FORGED }) },
      3,
      forged(last),
    ],
    [
      'is unchanged if only a digest was added to its seal',
      { links: changed(links, 9, { personalDigest: FORGED }) },
      2,
      forged(goal),
    ],
    [
      'is unchanged if the next link builds on it',
      { links: changed(links, 3, { link: FORGED }) },
      0,
      forged(employee),
    ],
    [
      'is unchanged if the next link builds on it, without personal values, too',
      { links: changed(links, 9, { link: FORGED }) },
      2,
      forged(goal),
    ],
    [
      'is unchanged if the next link builds on it, with erased values, too',
      { events: changed(log, 6, blank), links: changed(links, 6, { key: null, link: FORGED }) },
      1,
      forged(sale),
    ],
    ['has changed if the next link does not build on it', { events: goalChanged }, 2, content(goal)],
    ['has changed if no link follows', { events: changed(log, 12, { revision: 2 }) }, 3, content(last)],
    ['has changed if the next event is gone', { events: without(goalChanged, 12) }, 2, content(goal)],
    ['has changed if no event follows', { events: without(goalChanged, 12, 14) }, 2, content(goal)],
  ])('%s', async (_title, world, events, expected) => {
    expect(await walk(world)).toEqual(verified(events, expected));
    expect(await walk({ ...world, sizes: [2, 1] })).toEqual(verified(events, expected));
  });
});

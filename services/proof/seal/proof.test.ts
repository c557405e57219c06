import { describe, expect, it } from 'vitest';
import type { Verdict } from '#contracts/proof/verdict.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import { collect } from '#tests/proof/sealing-world.ts';
import type { ReadEvent } from './company-events.ts';
import type { Remembered } from './find-fault.ts';
import type { SealedEvent } from './proof.ts';
import type { StoredLink } from './seal-links.postgres.ts';
import {
  COMPANY,
  foreignAt,
  goalAt,
  headOf,
  last,
  links,
  linksOf,
  log,
  NOW,
  proofOver,
  sale,
  saleAt,
  type World,
  without,
} from './sealed-history.fixture.ts';

const NONE = { events: 0, seconds: 0 };
const intact: Verdict = {
  fault: null,
  events: 4,
  erased: 0,
  head: headOf(links[3]),
  signed: false,
  unsealed: NONE,
};

describe('a verification', () => {
  it('finds no fault in a history that is as it was sealed', async () => {
    const { proof, closed } = proofOver();
    expect(await proof.verifyCompany(COMPANY)).toEqual(intact);
    expect(closed).toEqual({ links: 1, events: 2 });
  });

  it('goes up to the newest link where the recorded progress is behind it', async () => {
    expect(await proofOver({ progress: 3 }).proof.verifyCompany(COMPANY)).toEqual(intact);
  });

  describe('of a long history', () => {
    const events = Array.from({ length: 4001 }, (_, index) => goalAt(index));
    const all = linksOf(events);
    /** More events are sealed after the head was read. */
    const grown = { events, links: all, progress: 4000, head: all[2999], sizes: [2000, 1500] } as const;
    const sealed = { ...intact, events: 4001, head: headOf(all[4000]) };

    it('reports its progress every 2000 events and at its end, also when the history grows', async () => {
      const reports: number[][] = [];
      const verdict = proofOver(grown).proof.verifyCompany(COMPANY, (...report) => reports.push(report));
      expect(await verdict).toEqual(sealed);
      expect(reports).toEqual([
        [2000, 3000],
        [4000, 4000],
        [4001, 4001],
      ]);
    });

    it('works without a listener to its progress', async () => {
      expect(await proofOver(grown).proof.verifyCompany(COMPANY)).toEqual(sealed);
    });

    it('stops at the next report when the signal aborts', async () => {
      const reports: number[][] = [];
      const stop = new AbortController();
      const report = (...figures: number[]) => {
        reports.push(figures);
        stop.abort(new Error('the program ends'));
      };
      const { proof, closed } = proofOver(grown);
      await expect(proof.verifyCompany(COMPANY, report, stop.signal)).rejects.toThrow('the program ends');
      expect(reports).toEqual([[2000, 3000]]);
      expect(closed).toEqual({ links: 1, events: 1 });
    });
  });

  it('of a small history ends with the reason of the signal, without a report', async () => {
    const { proof, closed } = proofOver();
    const reports: number[][] = [];
    const signal = AbortSignal.abort(new Error('the program ends'));
    const stopped = proof.verifyCompany(COMPANY, (...report) => reports.push(report), signal);
    await expect(stopped).rejects.toThrow('the program ends');
    expect(reports).toEqual([]);
    expect(closed).toEqual({ links: 1, events: 1 });
  });

  it('stops at a fault, reports how far it came, and does not count events without links', async () => {
    const events = [...without(log, 9), saleAt(13)];
    const reports: number[][] = [];
    const { proof } = proofOver({ events });
    const verdict = await proof.verifyCompany(COMPANY, (...report) => reports.push(report));
    const nameless = { stream: null, revision: null, type: null, difference: null };
    const fault = { kind: 'removed', position: 9, ...nameless };
    expect(verdict).toEqual({ ...intact, fault, events: 2, head: headOf(links[1]) });
    expect(reports).toEqual([[2, 4]]);
  });
});

describe('events removed from the end together with their links', () => {
  const former = { stream: last.stream, revision: 0, type: 'SaleRecorded' };

  it.each([
    ['behind the last link that is left', 3, 9],
    ['in a history of which nothing is left', 0, START],
  ])('are found by other records %s', async (_title, left, after) => {
    const asked: unknown[] = [];
    const remembered: Remembered = {
      at: async (...place) => {
        asked.push(place);
        return former;
      },
      within: async (...place) => {
        asked.push(place);
        return 12;
      },
    };
    const events = [...log.filter(({ position }) => position <= after), saleAt(13)];
    const { proof } = proofOver({ events, links: links.slice(0, left), remembered });
    const fault = { kind: 'removed', position: 12, ...former, difference: null };
    expect(await proof.verifyCompany(COMPANY)).toEqual({
      ...{ fault, events: left, erased: 0, signed: false, unsealed: NONE },
      head: headOf(links[left - 1]),
    });
    expect(asked).toEqual([
      [COMPANY, { after, to: 12 }],
      [COMPANY, 12],
    ]);
  });
});

describe('events without links behind the sealed ones', () => {
  const unsealedOf = async (...added: readonly ReadEvent[]) =>
    (await proofOver({ events: [...log, ...added] }).proof.verifyCompany(COMPANY)).unsealed;

  it('are counted, with the age of the oldest, but those of other companies are not', async () => {
    const at = (year: number) => ({ recordedAt: `${year}-01-01T00:00:00.000Z` });
    const unsealed = await unsealedOf(foreignAt(13, at(1990)), saleAt(14, at(2000)), goalAt(15, at(2010)));
    expect(unsealed).toEqual({ events: 2, seconds: (NOW - Date.UTC(2000, 0)) / 1000 });
  });

  it('have no age below zero when the clock of their store is ahead', async () => {
    const ahead = saleAt(13, { recordedAt: '9999-01-01T00:00:00.000Z' });
    expect(await unsealedOf(ahead)).toEqual({ events: 1, seconds: 0 });
  });
});

it('the head of a chain is its newest link, and null without links', async () => {
  expect(await proofOver().proof.headOf(COMPANY)).toEqual(headOf(links[3]));
  expect(await proofOver().proof.headOf('other')).toBeNull();
});

describe('the sealed events', () => {
  const sealed = log
    .filter((event) => links.some(({ position }) => position === event.position))
    .map((event, index): SealedEvent => {
      const { key, personalDigest, link, signature } = links[index] as StoredLink;
      return { event, position: event.position, key, personalDigest, link, signature };
    });
  const allButSale = sealed.filter(({ event }) => event !== sale);
  const asRead = (...rows: readonly ReadEvent[]) => rows.map((row) => ({ ...row, isAsWritten: true }));

  it.each<[string, World, readonly SealedEvent[]]>([
    ['come in order, with their seals', {}, sealed],
    ['are as the store wrote them', { events: asRead(...log) }, sealed],
    ['end with the newest link', { events: [...log, saleAt(13)] }, sealed],
    ['leave out an event that is gone', { events: without(log, 6) }, allButSale],
    ['leave out an event without a link', { links: without(links, 6) }, allButSale],
    ['are none without links', { links: [] }, []],
  ])('%s', async (_title, world, expected) => {
    for (const sizes of [
      [100, 100],
      [1, 100],
      [100, 1],
      [1, 2],
    ] as const) {
      const { proof } = proofOver({ ...world, sizes });
      expect(await collect(proof.sealedEvents(COMPANY))).toEqual(expected);
    }
  });

  it('begin behind a position', async () => {
    expect(await collect(proofOver().proof.sealedEvents(COMPANY, { after: 6 }))).toEqual(sealed.slice(2));
  });

  it('are closed when their reader stops early', async () => {
    const { proof, closed } = proofOver({ sizes: [1, 1] });
    for await (const _event of proof.sealedEvents(COMPANY)) break;
    expect(closed).toEqual({ links: 1, events: 1 });
  });

  it('end with the reason of the signal, and are closed', async () => {
    const stop = new AbortController();
    const { proof, closed } = proofOver({ sizes: [1, 1] });
    const positions: number[] = [];
    const read = async () => {
      for await (const { event } of proof.sealedEvents(COMPANY, { signal: stop.signal })) {
        positions.push(event.position);
        stop.abort(new Error('the reader left'));
      }
    };
    await expect(read()).rejects.toThrow('the reader left');
    expect(positions).toEqual([3]);
    expect(closed).toEqual({ links: 1, events: 1 });
  });
});

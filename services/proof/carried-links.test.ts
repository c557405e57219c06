import { describe, expect, it } from 'vitest';
import { sealEvent } from '#contracts/proof/chain.ts';
import { sha256 } from '#platform/digest.ts';
import { checkedPage } from '#tests/proof/checked-page.ts';
import { pageOf, world } from '#tests/proof/exported-history.ts';
import { openCursor, type ReadEvent } from './seal/company-events.ts';
import { findFault } from './seal/find-fault.ts';
import type { SealedEvent } from './seal/proof.ts';
import type { StoredLink } from './seal/seal-links.postgres.ts';
import {
  COMPANY,
  changed,
  foreignAt,
  goalAt,
  inPages,
  linksOf,
  saleAt,
} from './seal/sealed-history.fixture.ts';

/** As sealed in the log that they came from; one has the place that another has here. */
const former = [saleAt(104), goalAt(109), saleAt(3)].map((event, at) => ({
  ...event,
  position: [3, 109, 304][at] ?? 0,
}));
const places = [12, 13, 15];
const arrivedAt = '2026-11-26T08:00:00.000001Z';
const carried = former.map((event, at) => ({ ...event, position: places[at] ?? 0, recordedAt: arrivedAt }));
const log: ReadEvent[] = [foreignAt(3), ...carried.slice(0, 2), foreignAt(14), ...carried.slice(2)];
const links = linksOf(former).map((link, at): StoredLink => {
  const { position, recordedAt } = former[at] as ReadEvent;
  return { ...link, position: places[at] ?? 0, sealedAs: { position, recordedAt } };
});

async function faultIn(world: { events?: readonly ReadEvent[]; links?: readonly StoredLink[] }) {
  const { fault, events } = await findFault({
    companyId: COMPANY,
    links: await openCursor(inPages(world.links ?? links, 2)),
    events: await openCursor(inPages(world.events ?? log, 2)),
    ...{ at: async () => undefined, onEvent: () => {} },
    remembered: { at: async () => null, within: async () => null },
  });
  return { events, fault };
}

describe('links of events that came from another installation', () => {
  it('cover the places that the events had there', async () => {
    expect(await faultIn({})).toEqual({ events: 3, fault: null });
  });

  it('do not cover the places that they have here', async () => {
    const own = links.map((link) => ({ ...link, sealedAs: null }));
    expect(await faultIn({ links: own })).toMatchObject({ events: 0, fault: { position: 12 } });
  });

  it('go on with those of events that were recorded here', async () => {
    const next = saleAt(16);
    const seal = sealEvent(sha256, links[2]?.link ?? '', next, '00'.repeat(16));
    const own = { ...seal, position: 16, number: 4, format: 1, sealedAs: null, signature: null };
    expect(await faultIn({ events: [...log, next], links: [...links, own] })).toEqual({
      events: 4,
      fault: null,
    });
  });

  it.each<[string, Parameters<typeof faultIn>[0], number]>([
    [
      'another place',
      { links: changed(links, 13, { sealedAs: { position: 110, recordedAt: arrivedAt } }) },
      13,
    ],
    [
      'another time',
      { links: changed(links, 15, { sealedAs: { position: 304, recordedAt: arrivedAt } }) },
      15,
    ],
    ['another event', { events: changed(log, 12, { data: {} }) }, 12],
    ['an event less', { events: log.filter(({ position }) => position !== 13) }, 13],
  ])('show %s', async (_what, change, position) => {
    expect((await faultIn(change)).fault).toMatchObject({ position });
  });
});

describe('a page of a company that came from another installation', () => {
  /** The places here begin where those there do, so most are used twice. */
  const [from, own] = [world.sealed.slice(0, 400), world.sealed.slice(400)];
  const moved: SealedEvent[] = from.map((sealed, at) => ({ ...sealed, position: at + 1 }));
  const rest: SealedEvent[] = [];
  let before = moved.at(-1)?.link ?? '';
  for (const [at, { event }] of own.entries()) {
    const here = { ...event, position: 401 + at };
    const seal = sealEvent(sha256, before, here, '00'.repeat(16));
    rest.push({ event: here, position: here.position, ...seal, signature: null });
    before = seal.link;
  }
  const days = [
    ['2026-11-19', 301],
    ['2026-11-25', 500],
  ].map(([day, count]) => {
    const { position, link } = [...moved, ...rest][Number(count) - 1] as SealedEvent;
    return { day: String(day), sealed_at: '2026-11-26T12:00:00.000Z', position, count: Number(count), link };
  });

  it('holds, with the seals of the days there and here', async () => {
    const report = checkedPage(await pageOf([...moved, ...rest], null, { kept: days.toReversed() }));
    expect(report.findings).toEqual([]);
    expect(report.seals.map(({ day, position, fits }) => [day, position, fits])).toEqual([
      ['2026-11-19', moved[300]?.event.position, true],
      ['2026-11-25', 500, true],
    ]);
  });

  it('does not hold with a seal of another place', async () => {
    const kept = days.map((seal) => ({ ...seal, position: seal.position + 1 }));
    expect(checkedPage(await pageOf([...moved, ...rest], null, { kept })).wrong).toBeGreaterThan(0);
  });
});

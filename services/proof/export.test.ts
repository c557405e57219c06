import { hash } from 'node:crypto';
import { sha256 as pageSha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { findingText } from '#contracts/proof/export-report.ts';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { checkedPage } from '#tests/proof/checked-page.ts';
import { pageOf, resealed, SCRIPT, sealedDay, world } from '#tests/proof/exported-history.ts';
import { seededRandom } from '#tests/support/random.ts';
import type { SealedEvent } from './seal/proof.ts';

const EVENT = '["event"';
const MONEY = [
  ...['employeeId', 'status', 'priceCents', 'taxPercent', 'discountPercent', 'commissionPercent'],
  'commissionCents',
];

const PERSONAL = /^(saleName|customerNumber|details|firstName|lastName|email|employeeNumber)$/;
const erased = ({ type, data }: RecordedEvent) => {
  const isPersonal = (name: string) =>
    PERSONAL.test(name) || (type === 'CompanyRegistered' && name === 'name');
  return JSON.parse(JSON.stringify(data, (name, value) => (isPersonal(name) ? '' : value)));
};

const inPage = (text: string) => bytesToHex(pageSha256(Buffer.from(text)));

function withLine(page: string, from: string, change: (line: string) => string): string {
  const line = page.split('\n').find((each) => each.includes(from)) ?? '';
  return page.replace(line, () => change(line));
}

describe('an exported company', async () => {
  const page = await pageOf(world.sealed);
  const closed = new Map<string, { sales: number; cents: number }>();
  const standing = new Map<string, { employeeId: string; status: string; commissionCents: number }>();
  for (const { event } of world.sealed) {
    const data = event.data as { saleId: string; sale?: never; after?: never };
    if (event.type === 'SaleDeleted') standing.delete(data.saleId);
    else if (event.type.startsWith('Sale')) standing.set(data.saleId, data.sale ?? (data.after as never));
  }
  for (const { employeeId, status, commissionCents } of standing.values()) {
    if (status !== 'Closed') continue;
    const { sales = 0, cents = 0 } = closed.get(employeeId) ?? {};
    closed.set(employeeId, { sales: sales + 1, cents: cents + commissionCents });
  }

  it('is intact, and lists what every employee earned', () => {
    // As the page does in a browser.
    const report = checkedPage(page, inPage);
    expect(report.findings.map(findingText)).toEqual([]);
    const { events, full, link, header, wrong } = report;
    expect({ events, full, link, wrong, name: header?.companyName }).toEqual({
      ...{ events: world.sealed.length, full: world.sealed.length, wrong: 0, name: 'Nord <b> & Co' },
      link: world.sealed.at(-1)?.link,
    });
    expect(
      new Map(report.totals.map(({ employeeId, sales, cents }) => [employeeId, { sales, cents }])),
    ).toEqual(closed);
    expect(closed.size).toBeGreaterThan(1);
    expect(report.seals).toMatchObject([{ day: '2026-11-19', fits: true }]);
    expect(page).not.toContain('Nord <b>');
    expect(page).toContain(`script-src 'sha256-${hash('sha256', SCRIPT, 'base64')}'`);
  });

  it('reports a change and its position for any flipped bit: 100 of 100', () => {
    const random = seededRandom(41);
    const bytes = Buffer.from(page);
    const from = page.indexOf(EVENT);
    const to = page.lastIndexOf(EVENT);
    const wrong: string[] = [];
    for (let trial = 0; trial < 100; trial++) {
      const at = from + Math.floor(random() * (to - from));
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      const [first] = checkedPage(flipped.toString()).findings;
      // A change between two lines, or at the beginning of one, belongs to either.
      const near = [at + 1, at + EVENT.length + 1].map(
        (end) => bytes.subarray(0, end).toString().split(EVENT).length - 1,
      );
      if (!near.includes(first?.number ?? -1)) wrong.push(`${near}: ${first && findingText(first)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('reports a change of any byte, including its beginning, end and markup', async () => {
    const small = await pageOf(world.sealed.slice(0, 8), null, { kept: [] });
    const bytes = Buffer.from(small);
    const missed: string[] = [];
    for (let at = small.indexOf('<script type'); at < small.lastIndexOf('<script>') - 1; at++) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      if (checkedPage(flipped.toString()).wrong === 0) missed.push(small.slice(at - 40, at + 20));
    }
    expect(missed).toEqual([]);
  });

  it('reports added text around it', () => {
    const kinds = (changed: string) => checkedPage(changed).findings.map(({ kind }) => kind);
    expect(kinds(page.replace('<title>History', '<title>Histori'))).toEqual(['page']);
    expect(kinds(page.replace('<h1>History', '<h1>Histori'))).toEqual(['page']);
    expect(kinds(page.replace('</main>', '</main><p>Commission: $9,000.00</p>'))).toEqual(['page']);
    expect(kinds(page.replace('</body>', '<p>Checked by us</p></body>'))).toEqual(['page']);
  });

  it('reports an event that is missing, added, moved, or cut off with all that follow', async () => {
    const { sealed } = world;
    const without = sealed.filter((_, at) => at !== 350);
    const twice = sealed.flatMap((each, at) => (at === 350 ? [each, each] : [each]));
    const moved = sealed.map((each, at) =>
      at === 350 ? (sealed[351] as SealedEvent) : at === 351 ? (sealed[350] as SealedEvent) : each,
    );
    for (const [wrong, number] of [
      [without, 351],
      [twice, 352],
      [moved, 351],
    ] as const) {
      const [first] = checkedPage(await pageOf(wrong)).findings;
      expect(first).toMatchObject({ kind: 'link', number });
    }
    const cut = withLine(page, `["event",${sealed.at(-1)?.event.position},`, () => '');
    expect(checkedPage(cut).findings.map(({ kind }) => kind)).toContain('end');
    const [last] = sealed.slice(-1) as [SealedEvent];
    const head = { position: last.event.position, count: sealed.length, link: last.link };
    expect(checkedPage(await pageOf(sealed, null, { head })).findings).toEqual([]);
    const unfinished = checkedPage(await pageOf(sealed.slice(0, 200), null, { head }));
    expect(unfinished.findings).toMatchObject([{ kind: 'end' }, { kind: 'seal', about: '2026-11-19' }]);
  });

  it('recomputes amounts, also when a wrong one was sealed', async () => {
    const at = world.sealed.findIndex(
      ({ event }) =>
        event.type === 'SaleRecorded' &&
        (event.data as { sale: { status: string } }).sale.status === 'Closed',
    );
    const forged = structuredClone(world.sealed.map(({ event }) => event));
    const { sale } = (forged[at] as RecordedEvent).data as { sale: { commissionCents: number } };
    sale.commissionCents += 1;
    const [first] = checkedPage(await pageOf(resealed(forged))).findings;
    expect(first).toMatchObject({ kind: 'amount', number: at + 1 });
    expect(first && findingText(first)).toMatch(
      /^Event \d+ \(sale recorded, 2026-11-20\) has a commission that/,
    );
    // A wrong total, and a seal of another history.
    const total = withLine(page, '["end",', (line) =>
      line.replace(/(\["end",.*"totals":\[\["[^"]+",\d+,)(\d+)/, '$19$2'),
    );
    expect(checkedPage(total).findings.map(({ kind }) => kind)).toEqual(['total', 'file']);
    const left = withLine(page, '["end",', (line) => line.replace(/("totals":\[)\["[^\]]+\],/, '$1'));
    expect(checkedPage(left).findings.map(({ kind }) => kind)).toEqual(['total', 'file']);
    const seal = withLine(page, '["end",', (line) => line.replace(sealedDay.link, 'f'.repeat(64)));
    expect(checkedPage(seal).findings.map(({ kind }) => kind)).toEqual(['seal', 'file']);
  });

  it('reports an edit that says something else of the sale before it, in any figure', async () => {
    const at = world.sealed.findIndex(({ event }) => event.type === 'SaleEdited');
    for (const field of MONEY) {
      // Each by itself: an edit and the event before it may share an object.
      const forged = world.sealed.map(({ event }) => structuredClone(event));
      const { before } = (forged[at] as RecordedEvent).data as { before: Record<string, string | number> };
      before[field] = typeof before[field] === 'number' ? before[field] + 1 : 'another';
      const { findings } = checkedPage(await pageOf(resealed(forged), null, { kept: [] }));
      expect(findings[0], field).toMatchObject({ kind: 'before', number: at + 1 });
    }
  });

  it('is intact where names, numbers and texts were erased, and says for how many events', async () => {
    const without = world.sealed.map((each) =>
      each.personalDigest === null
        ? each
        : { ...each, key: null, event: { ...each.event, data: erased(each.event) } },
    ) as SealedEvent[];
    const report = checkedPage(await pageOf(without));
    expect(report.findings.map(findingText)).toEqual([]);
    expect(report.erased).toBe(world.sealed.filter(({ personalDigest }) => personalDigest !== null).length);
    expect(report.totals.every(({ name }) => name === null)).toBe(true);
    expect(
      new Map(report.totals.map(({ employeeId, sales, cents }) => [employeeId, { sales, cents }])),
    ).toEqual(closed);
  });

  it('for an employee has their events in full, and of the others only what closes the chain', async () => {
    const [employeeId, sum] = [...closed][0] ?? [];
    const own = await pageOf(world.sealed, { id: employeeId ?? '', name: 'Ada Miller' });
    const report = checkedPage(own);
    expect(report.findings.map(findingText)).toEqual([]);
    expect(report.totals).toMatchObject([{ employeeId, ...sum }]);
    // As in the employee's events: the header is not part of the chain.
    const { name } = report.totals[0] ?? {};
    expect(report.header?.person).toEqual({ id: employeeId, name });
    expect(name).not.toBe('Ada Miller');
    expect(report.events).toBe(world.sealed.length);
    expect(report.full).toBeLessThan(report.events / 2);
    for (const { event } of world.sealed) {
      const about = JSON.stringify(event.data);
      if (event.type.startsWith('Campaign') || about.includes(employeeId ?? '')) continue;
      expect(own).not.toContain(about.replaceAll('<', '\\u003c'));
    }
  });
});

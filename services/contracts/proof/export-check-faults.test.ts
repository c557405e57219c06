import { describe, expect, it } from 'vitest';
import {
  adaAdded,
  checked,
  daySeal,
  end,
  leadSale,
  lines,
  linkAt,
  reportOf,
  sale,
  saleEdited,
  saleRecorded,
  sealed,
  sha256,
  texts,
  verifySignature,
} from '#tests/proof/small-export.ts';
import { createExportCheck } from './export-check.ts';
import { writeEnd } from './export-lines.ts';
import type { Finding } from './export-report.ts';

const fault = (kind: Finding['kind'], found: Partial<Finding> = {}): Finding => ({
  ...{ kind, number: null, event: null, about: null },
  ...found,
});

describe('a faulty file', () => {
  it('has no header that can be read', () => {
    const report = checked({ first: '{"export":2}' });
    // The chain begins with the company, which is unknown then.
    const { event } = lines[0] ?? {};
    expect(report.findings).toEqual([fault('header'), fault('link', { number: 1, event })]);
    expect(report.header).toBeNull();
    expect(report.sales).toHaveLength(3);
  });

  it('has nothing in it', () => {
    expect(createExportCheck(sha256, verifySignature).end()).toEqual({
      ...{ header: null, events: 0, full: 0, erased: 0, from: null, until: null, link: null, signedBy: null },
      ...{ findings: [fault('header'), fault('end'), fault('file')], wrong: 3 },
      ...{ totals: [], seals: [], sales: [], statements: [], reasons: new Map() },
    });
  });

  it('has a line that cannot be read, and goes on from the link before it', () => {
    const report = checked({ lines: texts.with(1, 'x') });
    const { event } = lines[2] ?? {};
    expect(report.findings).toEqual([
      fault('unreadable', { number: 2 }),
      fault('link', { number: 3, event }),
    ]);
    expect(report).toMatchObject({ events: 8, full: 7 });
  });

  it('has a changed event', () => {
    const changed = (texts[4] ?? '').replace('10000', '20000');
    const { kind, number, event } = checked({ lines: texts.with(4, changed) }).findings[0] ?? {};
    expect({ kind, number }).toEqual({ kind: 'link', number: 5 });
    expect(event?.data).toMatchObject({ sale: { priceCents: 20_000 } });
  });

  it('has a sale whose commission is not what its price and rates make', () => {
    const wrong = saleRecorded('1', { ...sale, commissionCents: 801 });
    const { event } = sealed([wrong])[0] ?? {};
    expect(reportOf([wrong], [['ada', 1, 801]]).findings).toEqual([fault('amount', { number: 1, event })]);
  });

  it('has an edit that says of the sale before it what no event says', () => {
    const said = [saleRecorded('1', leadSale), saleEdited('1', { ...leadSale, priceCents: 1 }, sale)];
    const { event } = sealed(said)[1] ?? {};
    expect(reportOf(said, [['ada', 1, 800]]).findings).toEqual([fault('before', { number: 2, event })]);
  });

  it('is not as it was made', () => {
    expect(checked({ digest: 'another' }).findings).toEqual([fault('file')]);
  });

  it('reports its first 20 faults, and the number of all', () => {
    const { findings, wrong } = checked({ lines: [...Array<string>(25).fill('x'), ...texts] });
    expect(findings).toEqual(Array.from({ length: 20 }, (_, at) => fault('unreadable', { number: at + 1 })));
    // The 25 lines, the number of events at the end, and the seal, whose place is counted.
    expect(wrong).toBe(27);
  });
});

describe('the end of a faulty file', () => {
  it.each([
    ['fewer events than the file', { events: 7 }],
    ['more events than the file', { events: 9 }],
    ['another link than the last event', { link: linkAt(0) }],
    ['no link', { link: null }],
  ])('has %s', (_what, change) => {
    expect(checked({ last: writeEnd({ ...end, ...change }) }).findings).toEqual([fault('end')]);
  });

  it('is missing, with its totals and seals', () => {
    const report = checked({ last: '' });
    expect(report.findings).toEqual([
      fault('end'),
      fault('total', { about: 'Ada Miller' }),
      fault('total', { about: 'bob' }),
    ]);
    expect(report.seals).toEqual([]);
  });

  it.each([
    ['another number of sales', 'ada', ['ada', 2, 800], 'Ada Miller'],
    ['another commission', 'ada', ['ada', 1, 801], 'Ada Miller'],
    ['another commission of an employee without a name', 'bob', ['bob', 1, 801], 'bob'],
  ] as const)('claims %s', (_what, employeeId, total, about) => {
    const totals = end.totals.map((each) => (each[0] === employeeId ? total : each));
    expect(checked({ last: writeEnd({ ...end, totals }) }).findings).toEqual([fault('total', { about })]);
  });

  it('claims sales of an employee without any, unless it claims none', () => {
    const said = [adaAdded({ firstName: 'Ada', lastName: 'Miller' })];
    const findings = (...totals: (typeof end.totals)[number][]) => reportOf(said, totals).findings;
    expect(findings(['ada', 1, 800])).toEqual([fault('total', { about: 'Ada Miller' })]);
    expect(findings(['eve', 0, 1])).toEqual([fault('total', { about: 'eve' })]);
    expect(findings(['ada', 0, 0], ['eve', 0, 0])).toEqual([]);
  });

  it.each([
    ['another link', { link: linkAt(3) }],
    ['another number of events', { count: 4 }],
    ['a place without an event', { position: 5 }],
  ])('has a seal with %s', (_what, change) => {
    const wrong = { ...daySeal, ...change };
    const report = checked({ last: writeEnd({ ...end, seals: [wrong] }) });
    expect(report.findings).toEqual([fault('seal', { about: '2026-11-19' })]);
    expect(report.seals).toEqual([{ ...wrong, fits: false }]);
  });
});

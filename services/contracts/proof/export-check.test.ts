import { describe, expect, it } from 'vitest';
import {
  adaAdded,
  adaEdited,
  checked,
  daySeal,
  end,
  header,
  leadSale,
  lines,
  linkAt,
  reportOf,
  type Said,
  sale,
  saleEdited,
  saleOfBob,
  saleRecorded,
  sha256,
  texts,
  verifySignature,
} from '#tests/proof/small-export.ts';
import { leafOf } from './chain.ts';
import { createExportCheck } from './export-check.ts';
import { type FullLine, writeBare, writeEnd, writeFull, writeHeader } from './export-lines.ts';

/** JSON that can be read, but not written again. */
const tooDeep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

it('never throws, whatever is in it', () => {
  const eventWith = (data: string) =>
    `["event",1,0,"at","id","s","EmployeeAdded",1,${data},{},null,null,"link"]`;
  for (const text of [
    '',
    'x',
    '[]',
    '{"export":1}',
    '["event"]',
    'null',
    '["end",null]',
    '["end",{"events":0,"link":null,"totals":[null],"seals":[]}]',
    '["end",{"events":0,"link":null,"totals":[],"seals":[null]}]',
    '["event",1,2,3]',
    ...['null', '7', '{"employee":7}', '{"employee":{"firstName":{"toString":1}}}'].map(eventWith),
    eventWith(tooDeep),
  ]) {
    const check = createExportCheck(sha256, verifySignature);
    check.add(`\n${text}\n${text}\n`);
    expect(check.end().wrong, text.slice(0, 100)).toBeGreaterThan(0);
    const behindHeader = createExportCheck(sha256, verifySignature);
    behindHeader.add(`${writeHeader(header)}\n${text}\n`);
    expect(behindHeader.end().wrong, text.slice(0, 100)).toBeGreaterThan(0);
  }
});

it('counts an event that cannot be hashed as unreadable', () => {
  const check = createExportCheck(sha256, verifySignature);
  const event = `["event",1,0,"at","id","s","GoalAdded",1,${tooDeep},{},null,null,"link"]`;
  check.add(`${writeHeader(header)}\n${event}\n${event}\n`);
  const unreadable = { kind: 'unreadable', event: null, about: null };
  expect(check.end().findings.slice(0, 2)).toEqual([
    { ...unreadable, number: 1 },
    { ...unreadable, number: 2 },
  ]);
});

describe('the report on an intact file', () => {
  it('says what is in it', () => {
    expect(checked()).toEqual({
      ...{ header, events: 8, full: 8, erased: 0, findings: [], wrong: 0, link: linkAt(-1), signedBy: null },
      ...{ from: '2026-11-20T10:00:00.000Z', until: '2026-11-20T17:00:00.000Z' },
      totals: [
        { employeeId: 'ada', name: 'Ada Miller', sales: 1, cents: 800 },
        { employeeId: 'bob', name: null, sales: 1, cents: 800 },
      ],
      seals: [{ ...daySeal, fits: true }],
      sales: [
        { saleId: '1', sale },
        { saleId: '2', sale: saleOfBob },
        { saleId: '4', sale: { ...saleOfBob, status: 'Lead' } },
      ],
      statements: [],
      reasons: new Map(),
    });
  });

  it('adds up the sales of an employee', () => {
    const said = [saleRecorded('1', sale), saleRecorded('2', sale)];
    const { findings, totals } = reportOf(said, [['ada', 2, 1600]]);
    expect(findings).toEqual([]);
    expect(totals).toEqual([{ employeeId: 'ada', name: null, sales: 2, cents: 1600 }]);
  });

  it('counts the events whose personal values were erased', () => {
    const [{ event, seal }] = lines as [FullLine];
    const [, data] = adaAdded({ firstName: '', lastName: '' });
    const erased = writeFull({ event: { ...event, data }, seal: { ...seal, key: null } });
    expect(checked({ lines: texts.with(0, erased) })).toMatchObject({ erased: 1, findings: [] });
  });

  it('counts the events while they come', () => {
    const check = createExportCheck(sha256, verifySignature);
    const counts = ['', writeHeader(header), ...texts.slice(0, 2)].map((line) => {
      check.add(`\n${line}\n`);
      return check.events();
    });
    expect(counts).toEqual([0, 0, 1, 2]);
  });
});

describe('the file of one person', () => {
  const ada = { id: 'ada', name: 'Ada' };
  const bareOf = (index: number, change = {}) => {
    const { event, seal } = lines[index] as FullLine;
    const { position, revision, recordedAt } = event;
    const leaf = leafOf(sha256, linkAt(index - 1), event, seal);
    return writeBare({ position, revision, recordedAt, leaf, link: seal.link, ...change });
  };
  const own = {
    first: writeHeader({ ...header, person: ada }),
    lines: texts.map((line, index) => (index < 4 ? line : bareOf(index))),
    last: writeEnd({ ...end, totals: [['ada', 1, 800]] }),
  };

  it('has only the links of other events, and the name of the person as in their events', () => {
    expect(checked(own)).toMatchObject({
      ...{ events: 8, full: 4, findings: [], link: linkAt(-1), until: '2026-11-20T17:00:00.000Z' },
      header: { person: { id: 'ada', name: 'Ada Miller' } },
      sales: [{ saleId: '1', sale }],
    });
  });

  it('is faulty at a bare link that does not follow from the one before it', () => {
    const { findings } = checked({ ...own, lines: own.lines.with(5, bareOf(5, { leaf: 'another' })) });
    expect(findings).toEqual([{ kind: 'link', number: 6, event: null, about: null }]);
  });

  it('keeps the name in its header when no event says another', () => {
    expect(reportOf([], [], ada).header?.person).toEqual(ada);
  });

  it('no longer has a sale that moved to a colleague', () => {
    const moved = [saleRecorded('1', sale), saleEdited('1', sale, saleOfBob)];
    const report = reportOf(moved, [['ada', 0, 0]], ada);
    expect(report).toMatchObject({ findings: [], totals: [], sales: [] });
  });

  it('has a sale that came from a colleague', () => {
    const report = reportOf([saleEdited('1', saleOfBob, sale)], [['ada', 1, 800]], ada);
    expect(report).toMatchObject({ findings: [], sales: [{ saleId: '1', sale }] });
  });
});

describe('the name of an employee', () => {
  const miller = adaAdded({ firstName: 'Ada', lastName: 'Miller' });
  const nameAfter = (...said: Said[]) =>
    reportOf([...said, saleRecorded('1', sale)], [['ada', 1, 800]]).totals[0]?.name;

  it('is the one in their newest event', () => {
    expect(nameAfter(miller)).toBe('Ada Miller');
    expect(nameAfter(miller, adaEdited({ firstName: 'Ada', lastName: 'King' }))).toBe('Ada King');
  });

  it('is the newest one that was not erased', () => {
    expect(nameAfter(miller, adaEdited({ firstName: '', lastName: '' }))).toBe('Ada Miller');
    expect(nameAfter(adaAdded({ firstName: '', lastName: '' }))).toBeNull();
  });

  it('has no space where one half of it is missing', () => {
    expect(nameAfter(adaAdded({ firstName: '', lastName: 'Miller' }))).toBe('Miller');
    expect(nameAfter(adaAdded({ lastName: 'Miller' }))).toBe('Miller');
    expect(nameAfter(adaAdded({ firstName: 'Ada' }))).toBe('Ada');
  });

  it('is unknown from an event without an employee, or of another type', () => {
    expect(nameAfter(['EmployeeAdded', { employeeId: 'ada' }])).toBeNull();
    const [, data] = miller;
    expect(nameAfter(['EmployeeImagined', data])).toBeNull();
    expect(nameAfter(['CampaignAdded', data])).toBeNull();
  });
});

it('the name of a sale may be another one in its edit: one of the two may be erased', () => {
  const erased = { ...leadSale, saleName: '' };
  const said = [saleRecorded('1', leadSale), saleEdited('1', erased, sale)];
  expect(reportOf(said, [['ada', 1, 800]]).findings).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import {
  type BareLine,
  type ExportEnd,
  type ExportHeader,
  type FullLine,
  readHeader,
  readLine,
  writeBare,
  writeDigest,
  writeEnd,
  writeFull,
  writeHeader,
} from './export-lines.ts';

const RECORDED_AT = '2026-11-20T19:00:00.000123Z';
const header: ExportHeader = {
  export: 1,
  companyId: 'acme',
  companyName: 'Acme',
  person: null,
  madeAt: '2026-11-21T12:00:00.000Z',
};
const ada = { id: 'ada', name: 'Ada Miller' };
const full: FullLine = {
  event: {
    id: '0198a7e0-0000-7000-8000-000000000001',
    stream: 'sale-acme_1',
    revision: 0,
    position: 7,
    type: 'SaleRecorded',
    version: 1,
    data: { saleId: '1' },
    metadata: { companyId: 'acme' },
    recordedAt: RECORDED_AT,
  },
  seal: { key: 'key', personalDigest: 'digest', link: 'link' },
};
const bare: BareLine = { position: 8, revision: 1, recordedAt: RECORDED_AT, leaf: 'leaf', link: 'link' };
const daySeal = { day: '2026-11-20', position: 7, count: 1, link: 'link' };
const end: ExportEnd = {
  events: 2,
  link: 'link',
  totals: [['ada', 1, 800]],
  seals: [daySeal],
};

describe('a line that was written', () => {
  it('is read as it was', () => {
    expect(readLine(writeFull(full))).toEqual({ kind: 'event', ...full });
    expect(readLine(writeBare(bare))).toEqual({ kind: 'link', ...bare });
    expect(readLine(writeEnd(end))).toEqual({ kind: 'end', end });
    expect(readLine(writeDigest('abc'))).toEqual({ kind: 'digest', digest: 'abc' });
  });

  it('may be of an event without personal values, or of a company without events', () => {
    const open = { ...full, seal: { key: null, personalDigest: null, link: 'link' } };
    expect(readLine(writeFull(open))).toEqual({ kind: 'event', ...open });
    const empty = { events: 0, link: null, totals: [], seals: [] };
    expect(readLine(writeEnd(empty))).toEqual({ kind: 'end', end: empty });
  });

  it('may be a header of a company or of a person', () => {
    for (const each of [header, { ...header, person: ada }])
      expect(readHeader(writeHeader(each))).toEqual(each);
  });

  it('cannot end the script element of its page, and keeps its text', { tags: ['asvs-1.2.3'] }, () => {
    const text = '</script><!--<b>';
    const event = { ...full.event, data: { name: text } };
    const first = writeHeader({ ...header, companyName: text });
    const second = writeFull({ ...full, event });
    const others = [
      writeBare({ ...bare, leaf: text }),
      writeEnd({ ...end, totals: [[text, 1, 1]] }),
      writeDigest(text),
    ];
    for (const line of [first, second, ...others]) expect(line).not.toContain('<');
    expect(readHeader(first)?.companyName).toBe(text);
    expect(readLine(second)).toEqual({ kind: 'event', ...full, event });
  });
});

/** Of each field: its name, its place in the line, and a value that it cannot have. */
const FIELDS: Readonly<Record<'event' | 'link', readonly (readonly [string, number, unknown])[]>> = {
  event: [
    ['position', 1, '7'],
    ['revision', 2, null],
    ['time of recording', 3, 5],
    ['id', 4, null],
    ['stream', 5, 5],
    ['type', 6, null],
    ['version', 7, 1.5],
    ['key', 10, 5],
    ['personal digest', 11, 5],
    ['link', 12, null],
  ],
  link: [
    ['position', 1, '8'],
    ['revision', 2, 0.5],
    ['time of recording', 3, null],
    ['leaf', 4, 5],
    ['link', 5, null],
  ],
};

describe.each([
  ['event', writeFull(full)],
  ['link', writeBare(bare)],
] as const)('a line that begins with %s', (kind, text) => {
  const line: readonly unknown[] = JSON.parse(text);

  it.each(FIELDS[kind])('is refused with another type of %s', (_name, place, wrong) => {
    expect(readLine(JSON.stringify(line.with(place, wrong)))).toBeNull();
  });

  it('is refused with a field too few or too many', () => {
    expect(readLine(JSON.stringify(line.slice(0, -1)))).toBeNull();
    expect(readLine(JSON.stringify([...line, null]))).toBeNull();
  });
});

it.each([
  ['no content', undefined],
  ['null', null],
  ['no number of events', { ...end, events: undefined }],
  ['a text as its number of events', { ...end, events: '2' }],
  ['no link', { ...end, link: undefined }],
  ['a number as its link', { ...end, link: 5 }],
  ['no totals', { ...end, totals: undefined }],
  ['totals that are no list', { ...end, totals: {} }],
  ['no seals', { ...end, seals: undefined }],
  ['seals that are no list', { ...end, seals: {} }],
  ['a total of a number', { ...end, totals: [[5, 1, 800]] }],
  ['a total with a text as its sales', { ...end, totals: [['ada', '1', 800]] }],
  ['a total with parts of a cent', { ...end, totals: [['ada', 1, 0.5]] }],
  ['a total without cents', { ...end, totals: [['ada', 1]] }],
  ['a seal of a number', { ...end, seals: [{ ...daySeal, day: 5 }] }],
  ['a seal with a text as its position', { ...end, seals: [{ ...daySeal, position: '7' }] }],
  ['a seal without a count', { ...end, seals: [{ ...daySeal, count: undefined }] }],
  ['a seal without a link', { ...end, seals: [{ ...daySeal, link: null }] }],
])('an end is refused with %s', (_what, content) => {
  expect(readLine(JSON.stringify(content === undefined ? ['end'] : ['end', content]))).toBeNull();
});

it.each(['', 'x', 'null', '5', '{}', '[]', '["digest"]', '["digest",5]', '["other"]', '[["event"]]'])(
  'the line %j is refused',
  (text) => {
    expect(readLine(text)).toBeNull();
  },
);

it.each([
  ['another format', { export: 2 }],
  ['no format', { export: undefined }],
  ['no company', { companyId: undefined }],
  ['a number as its company', { companyId: 5 }],
  ['a number as the name of its company', { companyName: 5 }],
  ['no time', { madeAt: undefined }],
  ['a number as its time', { madeAt: 5 }],
  ['no word about a person', { person: undefined }],
  ['a text as its person', { person: 'ada' }],
  ['a person without an id', { person: { name: 'Ada' } }],
  ['a person without a name', { person: { id: 'ada' } }],
])('a header is refused with %s', (_what, change) => {
  expect(readHeader(JSON.stringify({ ...header, ...change }))).toBeNull();
});

it.each(['', 'x', 'null', '5', '[]', '{}'])('the header %j is refused', (text) => {
  expect(readHeader(text)).toBeNull();
});

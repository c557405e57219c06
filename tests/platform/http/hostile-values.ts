import fc from 'fast-check';

/** Hostile texts. A field may refuse any of them; none may do harm. */
export const hostileTexts: readonly string[] = [
  ...['', ' ', 'a'.repeat(255), 'a'.repeat(256), 'ä€'.repeat(128), 'x'.repeat(10_000)],
  ...['-1', '-0', '0', '00', '100', '100.01', '1e9', '1000000000', '1000000000.01', '1000000000.001'],
  ...['NaN', 'Infinity', '1e999', '0x10', '0b1', '١٢', '１２', '1,5', '9'.repeat(39), 'null', 'true', '[]'],
  ...['2026-02-30', '2025-02-29', '0000-00-00', '2026-13-01', '9999-12-31', '2016-12-31T23:59:60Z'],
  ...['2026-1-1', '٢٠٢٦-٠١-٠١', '+002026-01', '__proto__', 'constructor', 'toString', 'hasOwnProperty'],
  ...["' OR 1=1 --", '%', '\\', '{"$ne":""}', '<script>', 'javascript:alert(1)', 'data:text/html,x'],
  ...[
    'http://',
    'http://[',
    'ftp://x.test',
    'all',
    'a b',
    'a@b',
    'A@B.test',
    '\r\nSet-Cookie: a=b',
    '\u202e',
  ],
  ...['\u0000', 'a\u0000b', '\u001b[2J', '\u007f', '\ufffe', '🏳️‍🌈'],
];

/** JSON values that are not texts, and texts that only JSON can carry. */
export const hostileJson: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    [],
    ['x'],
    [[]],
    {},
    { $ne: '' },
    { toString: 'x' },
    { length: 1 },
    { x: { y: [] } },
  ],
  ...[-1, -0, 0, 0.1, 1e-7, 100, 100.01, 255, 256, 1e9, 1e9 + 0.01, 1e21, 2 ** 53, -(2 ** 53), 1.7e308],
  ...['\ud800', 'a\udc00', '\udc00\ud800'],
];

/** Built once: building it takes longer than using it. */
const anyValue = fc.oneof(
  fc.uint16Array({ maxLength: 300 }).map((units) => String.fromCharCode(...units)),
  fc.double(),
  fc.integer(),
  fc.constantFrom<unknown>(...hostileTexts.slice(0, 40), ...hostileJson),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Values for a whole body, of any kind, for cases that the lists above miss. */
export function randomBodies(fields: readonly string[], seed: number, numRuns: number) {
  const values = Object.fromEntries(fields.map((field) => [field, anyValue]));
  return fc.sample(fc.record(values, { requiredKeys: [] }), { seed, numRuns });
}

/** Bytes that are no readable object, with the content type they claim. */
export const unreadableBodies: readonly { what: string; type: string | null; payload: string | Buffer }[] = [
  { what: 'truncated JSON', type: 'application/json', payload: '{"name":"a"' },
  { what: 'JSON cut in a text', type: 'application/json', payload: '{"name":"a' },
  {
    what: 'half a character in bytes',
    type: 'application/json',
    payload: Buffer.from('{"name":"\xff\xc3"}', 'latin1'),
  },
  { what: 'a NaN literal', type: 'application/json', payload: '{"price":NaN}' },
  { what: 'a poisoned prototype', type: 'application/json', payload: '{"__proto__":{"role":"manager"}}' },
  {
    what: 'a poisoned constructor',
    type: 'application/json',
    payload: '{"constructor":{"prototype":{"a":1}}}',
  },
  { what: 'a deep array', type: 'application/json', payload: '['.repeat(100_000) },
  {
    what: 'a deep object',
    type: 'application/json',
    payload: `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  },
  { what: 'an array', type: 'application/json', payload: '[]' },
  { what: 'null', type: 'application/json', payload: 'null' },
  { what: 'a number', type: 'application/json', payload: '7' },
  { what: 'a text', type: 'application/json', payload: '"text"' },
  { what: '10 MB of JSON', type: 'application/json', payload: Buffer.alloc(10_000_000, '[') },
  {
    what: '10 MB of form',
    type: 'application/x-www-form-urlencoded',
    payload: Buffer.alloc(10_000_000, 'a=b&'),
  },
  { what: 'a form that says it is JSON', type: 'application/json', payload: 'name=a' },
  { what: 'JSON that says it is a form', type: 'application/x-www-form-urlencoded', payload: '{"name":"a"}' },
  { what: 'a form without names', type: 'application/x-www-form-urlencoded', payload: '&&=&=x&%&%zz' },
  { what: 'a thousand fields', type: 'application/x-www-form-urlencoded', payload: 'name=a&'.repeat(5000) },
  { what: 'plain text', type: 'text/plain', payload: 'name=a' },
  { what: 'XML', type: 'application/xml', payload: '<a/>' },
  { what: 'a file', type: 'multipart/form-data; boundary=x', payload: '--x--' },
  { what: 'an unknown type', type: 'nonsense', payload: 'x' },
  { what: 'a type like an attack', type: 'application/json; charset=\u0001', payload: '{}' },
  { what: 'no type', type: null, payload: 'name=a' },
];

/** Cookies that must never identify a session. */
export const brokenCookies: readonly string[] = [
  ...['', ';;;=;', 'tb_session', 'tb_session=', `tb_session=${'x'.repeat(43)}`, 'tb_session=%00%zz'],
  ...[`tb_session=${'x'.repeat(5000)}`, 'tb_position=-1; tb_session=é', '\u0001\u0002', '__proto__=x'],
];

/** Names that no call knows; the last ones are columns, which a careless spread would write. */
export const SMUGGLED = 'smuggled';
export const additionalFields: Readonly<Record<string, string>> = {
  unheardOf: SMUGGLED,
  'constructor[prototype][role]': SMUGGLED,
  company_id: SMUGGLED,
  companyId: SMUGGLED,
  employee_type: SMUGGLED,
  type: SMUGGLED,
  position: SMUGGLED,
  entryDates: SMUGGLED,
  saleId: SMUGGLED,
  toString: SMUGGLED,
};

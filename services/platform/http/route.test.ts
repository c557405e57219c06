import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import * as employees from '#contracts/endpoints/employees.endpoints.ts';
import * as sales from '#contracts/endpoints/sales.endpoints.ts';
import { compileCheck, createOtherMethods } from './route.ts';

const schema = Type.Object({ name: Type.String({ maxLength: 5 }), count: Type.Optional(Type.Number()) });
const check = compileCheck(schema, 'incompleteFields');

function refusalOf(value: unknown): string | null {
  const result = check(value);
  return 'error' in result ? result.error.code : null;
}

describe('checking a body', () => {
  it('accepts a valid body, including unknown fields', { tags: ['decision-9.3'] }, () => {
    const body = { name: 'a', count: 1, other: { deep: ['\u0000'] } };
    expect(check(body)).toEqual({ value: body });
  });

  it.each([
    null,
    undefined,
    [],
    'text',
    7,
    {},
    { name: 7 },
    { name: ['a', 'b'] },
    { name: 'too long' },
    { name: 'a', count: '1' },
  ])('refuses %j with the code of its endpoint', (body) => {
    expect(refusalOf(body)).toBe('incompleteFields');
  });

  it.each(['a\u0000', '\u001b[2J', '\ud800'])('refuses text that cannot be stored: %j', (name) => {
    expect(refusalOf({ name })).toBe('invalidText');
  });

  it('takes an absent part for empty where it is optional, and only there', () => {
    const optional = compileCheck(Type.Optional(schema), 'incompleteFields');
    expect(compileCheck(Type.Optional(Type.Object({})), 'malformed')(null)).toEqual({ value: {} });
    expect(optional({ name: 'a' })).toEqual({ value: { name: 'a' } });
    expect(optional({})).toHaveProperty('error');
    expect(compileCheck(Type.Object({}), 'malformed')(null)).toHaveProperty('error');
  });

  it('accepts text of several lines', () => {
    expect(refusalOf({ name: 'a\nb' })).toBeNull();
  });

  it('accepts a form body, which has no prototype', () => {
    const form = Object.assign(Object.create(null), { name: 'a', ['__proto__']: 'x' });
    expect(refusalOf(form)).toBeNull();
  });
});

const methodsOf = createOtherMethods([
  sales.addSale,
  sales.getSalesOfDate,
  employees.editShiftDuration,
  employees.editEmployee,
]);

it.each([
  ['/sales/addsale', ['POST']],
  ['/sales/getsales/2026-03-02', ['GET']],
  ['/employees/edit/shiftDuration', ['PATCH']],
  ['/sales/getsales/', []],
  ['/sales/getsales', []],
  ['/sales/addsale/x', []],
  ['/', []],
])('%s is known for %j', (path, methods) => {
  expect(methodsOf(path)).toEqual(methods);
});

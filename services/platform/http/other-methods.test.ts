import { expect, it } from 'vitest';
import * as employees from '#contracts/endpoints/employees.endpoints.ts';
import * as sales from '#contracts/endpoints/sales.endpoints.ts';
import { createOtherMethods } from './other-methods.ts';

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

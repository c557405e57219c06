import { expect, test } from 'vitest';
import { reportOf } from './error-reports.ts';

const page = { pathname: '/layout/mysales/sale/0193-id', release: '3fa9c0ffee12', correlationId: 'c1' };

test('a report names the screen without its ids, the release and the correlation id', () => {
  const failure = Object.assign(new TypeError('x is not a function'), {
    stack: 'TypeError: x is not a function\n    at f (https://t.test/assets/a.js?v=1&who=ann:1:2)',
  });
  expect(reportOf(failure, page)).toEqual({
    message: 'x is not a function',
    stack: 'TypeError: x is not a function\n    at f (https://t.test/assets/a.js:1:2)',
    ...{ screen: '/layout/mysales/sale/:id', release: '3fa9c0ffee12', correlationId: 'c1' },
  });
});

test('it has no email address, and is not longer than the server takes', () => {
  expect(
    reportOf('no answer for ann.lee@acme.test', { ...page, release: null, correlationId: null }),
  ).toEqual({
    message: 'no answer for …',
    screen: '/layout/mysales/sale/:id',
  });
  expect(reportOf('x'.repeat(9000), page).message).toHaveLength(500);
});

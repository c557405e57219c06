import { expect, test } from 'vitest';
import { withSameRows } from './same-rows.ts';

const row = (id: string, price = 1, parts: readonly string[] = ['a']) => ({ id, price, parts });
const reply = <Row>(...requestedData: Row[]) => ({ requestedData });

test('rows that did not change stay the same objects, also in another place', () => {
  const before = reply(row('a'), row('b'), row('c'));
  const after = withSameRows(before, reply(row('new'), row('a'), row('b', 2), row('c', 1, ['a', 'b'])));
  expect(after).toEqual(reply(row('new'), row('a'), row('b', 2), row('c', 1, ['a', 'b'])));
  expect(after.requestedData.map((each) => before.requestedData.indexOf(each))).toEqual([-1, 0, -1, -1]);
});

test('a list that did not change stays the same list in a new reply', () => {
  const before = reply(row('a'), row('b'));
  const after = withSameRows(before, reply(row('a'), row('b')));
  expect(after).not.toBe(before);
  expect(after.requestedData).toBe(before.requestedData);
});

test('removed rows are gone, and the order is the new one', () => {
  const before = reply(row('a'), row('b'));
  expect(withSameRows(before, reply(row('b')))).toEqual(reply(row('b')));
  expect(withSameRows(before, reply(row('b'), row('a')))).toEqual(reply(row('b'), row('a')));
});

test('rows without an id are found by what they hold, and a reply without rows is the new one', () => {
  const campaign = (campaign_id: string, tax = 13) => ({ campaign_id, tax });
  const before = reply(campaign('a'), campaign('b'));
  const after = withSameRows(before, reply(campaign('b'), campaign('a', 5)));
  expect(after.requestedData[0]).toBe(before.requestedData[1]);
  expect(after).toEqual(reply(campaign('b'), campaign('a', 5)));
  const total: { requestedData?: unknown; commission: number } = { commission: 2 };
  expect(withSameRows({}, total)).toBe(total);
});

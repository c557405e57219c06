import { expect, test } from 'vitest';
import { submissionOf } from './submission.ts';

function keys() {
  let given = 0;
  return () => `key ${++given}`;
}

test('pressing again after an unclear failure keeps the key', () => {
  const newKey = keys();
  const first = submissionOf({ price: '1' }, null, newKey);
  expect(submissionOf({ price: '1' }, first, newKey)).toEqual(first);
});

test('changed content is another intention', () => {
  const newKey = keys();
  const first = submissionOf({ price: '1' }, null, newKey);
  expect(submissionOf({ price: '2' }, first, newKey).key).not.toBe(first.key);
});

test('the same again after a success is another intention', () => {
  const newKey = keys();
  const first = submissionOf({ price: '1' }, null, newKey);
  expect(submissionOf({ price: '1' }, null, newKey).key).not.toBe(first.key);
});

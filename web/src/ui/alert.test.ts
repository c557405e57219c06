import { expect, test } from 'vitest';
import { errorAlert } from './alert.ts';

test('a message that is given twice is shown once', () => {
  expect(errorAlert('No', 'Gone', 'No')).toEqual({ isError: true, messages: ['No', 'Gone'] });
});

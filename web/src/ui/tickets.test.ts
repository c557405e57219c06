import { expect, test } from 'vitest';
import { errorTickets } from './tickets.ts';

test('what is said twice is told once', () => {
  expect(errorTickets('No', 'Gone', 'No')).toEqual({ error: true, errorTickets: ['No', 'Gone'] });
});

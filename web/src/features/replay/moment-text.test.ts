import { expect, test } from 'vitest';
import { REPLAY_KINDS } from '#contracts/endpoints/replay.endpoints.ts';
import { aMoment } from '../../testing/replays.ts';
import { formatMoney } from '../../ui/format.ts';
import { momentText } from './moment-text.ts';

const names = new Map([['ann', 'Ann Test']]);

test('names the seller and the price; without a price it says "a sale"', () => {
  expect(momentText(aMoment(), names)).toBe(`Ann Test closed ${formatMoney(1240)}`);
  expect(momentText(aMoment({ price: null }), names)).toBe('Ann Test closed a sale');
});

test('every kind has its own words and names its employee', () => {
  const texts = REPLAY_KINDS.map((kind) => momentText(aMoment({ kind }), names));
  expect(new Set(texts).size).toBe(REPLAY_KINDS.length);
  const nameless = texts.filter((text) => !text.includes('Ann Test'));
  expect(nameless).toEqual(['A campaign has another name']);
});

import { expect, test } from 'vitest';
import { REPLAY_KINDS } from '#contracts/endpoints/replay.endpoints.ts';
import { aMoment } from '../../testing/replays.ts';
import { formatMoney } from '../../ui/format.ts';
import { momentText } from './moment-words.ts';

const names = new Map([['ann', 'Ann Test']]);

test('who closed what; without a price it is a sale', () => {
  expect(momentText(aMoment(), names)).toBe(`Ann Test closed ${formatMoney(1240)}`);
  expect(momentText(aMoment({ price: null }), names)).toBe('Ann Test closed a sale');
});

test('every kind has words of its own, and names whom it is about', () => {
  const texts = REPLAY_KINDS.map((kind) => momentText(aMoment({ kind }), names));
  expect(new Set(texts).size).toBe(REPLAY_KINDS.length);
  const nameless = texts.filter((text) => !text.includes('Ann Test'));
  expect(nameless).toEqual(['A campaign has another name']);
});

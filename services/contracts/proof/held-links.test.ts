import { expect, it } from 'vitest';
import { writeEnd } from './export-lines.ts';
import { heldLinks } from './held-links.ts';
import { KEY_PREFIX } from './signature.ts';
import { fingerprint } from './verdict.ts';

const [one, other] = [`${'3f9a02bc77d1e04b'.repeat(3)}0123456789abcdef`, 'a1'.repeat(32)] as const;

it('finds the links of a mail, each once, and not again by its fingerprint', () => {
  const mail = `Fingerprint: ${fingerprint(one)}\nIn full: ${one}\nThe seal before: ${other}, ${one}`;
  expect(heldLinks(mail)).toEqual([one, other]);
});

it('finds a link that a saved mail has on two lines', () => {
  expect(heldLinks(`In full=20${one.slice(0, 30)}=\r\n${one.slice(30)}`)).toEqual([]);
  expect(heldLinks(`In full ${one.slice(0, 30)}=\r\n${one.slice(30)}`)).toEqual([one]);
});

it('takes a fingerprint alone, in any case and with the spaces of a page', () => {
  const written = fingerprint(one).toUpperCase().replaceAll(' ', '\u00a0');
  expect(heldLinks(`Fingerprint ${written}.`)).toEqual([one.slice(0, 16)]);
});

it('takes a link, or its beginning, that stands alone', () => {
  expect([one, ` ${one.slice(0, 20)}\n`, one.slice(0, 15)].map(heldLinks)).toEqual([
    [one],
    [one.slice(0, 20)],
    [],
  ]);
});

it('takes the end of an exported page, not the links of its events and seals', () => {
  const seals = [{ day: '2026-11-20', position: 3, count: 2, link: one }];
  const page = `<script>["link",3,0,"","${one}","${one}"]\n${writeEnd({ events: 9, link: other, totals: [], seals })}`;
  expect(heldLinks(page)).toEqual([other]);
});

it('finds none in other texts, or in longer numbers', () => {
  expect(heldLinks(`Hello, 3f9a 02bc, ${one}0, ${'f'.repeat(63)}`)).toEqual([]);
});

it('takes no public key for a link', () => {
  expect(heldLinks(`In full: ${one}\nSigned with the key: ${KEY_PREFIX}${other}`)).toEqual([one]);
});

it('takes at most twenty', () => {
  const many = Array.from({ length: 30 }, (_, at) => at.toString(16).padStart(64, '0'));
  expect(heldLinks(many.join('\n'))).toEqual(many.slice(0, 20));
});

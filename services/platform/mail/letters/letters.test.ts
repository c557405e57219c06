import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyLetter } from './every-letter.fixture.ts';
import { readableDay, readableInstant, readableMoney, registeredEmployees } from './wording.ts';

/** Elements that a letter may be made of; whatever else appears was smuggled in. */
const ELEMENTS = new Set(
  'html head meta title style body div table tr td h1 p span a br'
    .split(' ')
    .flatMap((name) => [name, `/${name}`]),
);

const tagsOf = (html: string) =>
  [...html.matchAll(/<(\/?[a-z][a-z0-9]*)/gi)].map(([, tag = '']) => tag.toLowerCase());

describe.each(Object.keys(everyLetter()) as (keyof ReturnType<typeof everyLetter>)[])(
  'the letter "%s"',
  (name) => {
    const usual = everyLetter()[name];

    it('says the same in text and in HTML', () => {
      const seen = usual.html.replace(/<style>.*<\/style>/s, '').replace(/<[^>]*>/g, ' ');
      const words = seen
        .replace(/&#39;/g, "'")
        .replace(/&quot;/g, '"')
        .replace(/&gt;/g, '>')
        .replace(/&lt;/g, '<')
        .replace(/&amp;/g, '&');
      const flat = words.replace(/\s+/g, ' ');
      const lines = usual.text.split('\n').filter((line) => line.trim() !== '' && line !== '--');
      for (const line of lines) {
        if (/^https?:/.test(line)) expect(usual.html).toContain(`href="${line}"`);
        else {
          const [label = '', value = ''] = line.replace(/^> /, '').split(/:(?= |$)/, 2);
          expect(flat).toContain(label.trim());
          expect(flat).toContain(value.trim());
        }
      }
    });

    it('asks for nothing from anywhere', () => {
      expect(usual.html).not.toMatch(/<(img|link|script|iframe|svg|object|form)|url\(|@import|src=/i);
      expect(tagsOf(usual.html).filter((tag) => !ELEMENTS.has(tag))).toEqual([]);
    });

    it('has no secret in what a locked screen shows', () => {
      expect(usual.subject).not.toMatch(/\d{6}/);
      expect(/mso-hide:all;">([^<]*)</.exec(usual.html)?.[1]).not.toMatch(/\d{6}/);
    });

    it('is made of the same elements whatever people are called and write', () => {
      const barb = fc.constantFrom(
        '<script>',
        '"',
        "'>",
        '&lt;',
        '</td>',
        '<!--',
        '\n',
        '\u202e',
        ']]>',
        '" onclick="x',
      );
      const hostile = fc
        .array(fc.oneof(barb, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 6 })
        .map((parts) => `A${parts.join('')}`);
      fc.assert(
        fc.property(hostile, (words) => {
          const { html } = everyLetter(words)[name];
          const breaks = (tags: string[]) => tags.filter((tag) => tag !== 'br');
          expect(breaks(tagsOf(html))).toEqual(breaks(tagsOf(usual.html)));
          expect(html.match(/<[^>]*\son\w+=/)).toBeNull();
        }),
        { numRuns: 100 },
      );
    });
  },
);

describe('the letters', () => {
  it('are all in these tests', () => {
    const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.letter.ts'));
    const names = files.map((file) => file.replace('.letter.ts', '').replaceAll('-', ' '));
    expect(new Set(Object.keys(everyLetter()))).toEqual(new Set(names));
  });
});

describe('words for', () => {
  it('an instant name the zone and follow its clock', () => {
    expect(readableInstant('2026-11-28T15:00:00.000Z', 'America/Toronto')).toBe(
      'Saturday, November 28, 2026 at 10:00 a.m. EST',
    );
    expect(readableInstant('2026-11-28T23:30:00.000Z', 'Asia/Tokyo')).toMatch(
      /^Sunday, November 29, 2026 at 8:30 a.m. /,
    );
    expect(readableInstant('2026-07-01T04:30:00.000Z', 'America/Toronto')).toMatch(
      /July 1, 2026 at 12:30 a.m. EDT$/,
    );
  });

  it('a day spell its month', () => {
    expect(readableDay('2026-02-05')).toBe('February 5, 2026');
  });

  it('money have its cents and its currency', () => {
    expect([0, 5, 15_000, 118_000, 123_456_789].map(readableMoney)).toEqual([
      '$0.00 CAD',
      '$0.05 CAD',
      '$150.00 CAD',
      '$1,180.00 CAD',
      '$1,234,567.89 CAD',
    ]);
  });

  it('employees count them', () => {
    expect([1, 2].map(registeredEmployees)).toEqual(['1 registered employee', '2 registered employees']);
  });
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyMail } from '#tests/platform/mail/every-mail.ts';

/** Allowed elements of a mail; any other element was injected. */
const ELEMENTS = new Set(
  'html head meta title style body div table tr td h1 p span a br'
    .split(' ')
    .flatMap((name) => [name, `/${name}`]),
);

const tagsOf = (html: string) =>
  [...html.matchAll(/<(\/?[a-z][a-z0-9]*)/gi)].map(([, tag = '']) => tag.toLowerCase());

describe.each(Object.keys(everyMail()) as (keyof ReturnType<typeof everyMail>)[])('the mail "%s"', (name) => {
  const usual = everyMail()[name];

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

  it('loads nothing from elsewhere', () => {
    expect(usual.html).not.toMatch(/<(img|link|script|iframe|svg|object|form)|url\(|@import|src=/i);
    expect(tagsOf(usual.html).filter((tag) => !ELEMENTS.has(tag))).toEqual([]);
  });

  it('has no secret in the part that a locked screen shows', () => {
    expect(usual.subject).not.toMatch(/\d{6}/);
    expect(/mso-hide:all;">([^<]*)</.exec(usual.html)?.[1]).not.toMatch(/\d{6}/);
  });
});

/** The name of an exported function that writes a letter, without `Letter` or `Mail` at its end. */
const LETTER = /^export function (\w+)(?:Letter|Mail)\([^)]*\): MailTemplate/gm;

describe('the mail templates', () => {
  it('have the same elements whatever the names and texts', () => {
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
    const elements = (html: string) => tagsOf(html).filter((tag) => tag !== 'br');
    const usual = Object.entries(everyMail()).map(([name, { html }]) => [name, elements(html)]);
    fc.assert(
      fc.property(hostile, (words) => {
        const mails = Object.entries(everyMail(words));
        expect(mails.map(([name, { html }]) => [name, elements(html)])).toEqual(usual);
        for (const [name, { html }] of mails) expect(html.match(/<[^>]*\son\w+=/), name).toBeNull();
      }),
      { numRuns: 100 },
    );
  });

  it('are all covered by these tests', () => {
    const services = join(import.meta.dirname, '../..');
    const files = globSync('**/*.ts', { cwd: services });
    const letters = files.flatMap((file) =>
      [...readFileSync(join(services, file), 'utf8').matchAll(LETTER)].map(([, name = '']) => name),
    );
    const names = letters.map((name) => name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`));
    expect(names.length).toBeGreaterThan(0);
    expect(Object.keys(everyMail())).toEqual(expect.arrayContaining(names));
  });
});

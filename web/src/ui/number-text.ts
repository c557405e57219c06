type Marks = { group: string; decimal: string };

/** The group and decimal signs of `locale`. */
export function marksOf(locale: string): Marks {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1234567.8);
  const of = (type: string, otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise;
  return { group: of('group', ','), decimal: of('decimal', '.') };
}

/** Spaces of every width; in no language is a space the decimal sign. */
const SPACE_OF_GROUPS = /(\d)\s(?=\d{3}(?!\d))/g;

/**
 * Reads a number that a person wrote in `locale` (`1.234,5` in German, `1,234.5` in English) and returns
 * the form of the API: `1234.5`. Null when it is no number. A currency sign before or after it is ignored.
 * Spaces between groups of three digits have the same meaning everywhere.
 * A foreign decimal sign with one or two digits after it (`12,50` typed in English) counts as a decimal sign.
 */
export function readNumber(text: string, locale: string): string | null {
  const { group, decimal } = marksOf(locale);
  const bare = text
    .replace(/^\s*\$|\$\s*$/g, '')
    .trim()
    .replace(SPACE_OF_GROUPS, '$1');
  if (bare === '') return null;
  const grouped = new RegExp(`^\\d{1,3}(?:${escaped(group)}\\d{2,3})*$`);
  const [whole = '', fraction, ...rest] = bare.split(decimal);
  if (rest.length > 0) return null;
  if (fraction !== undefined && !/^\d*$/.test(fraction)) return null;
  if (whole === '' && fraction) return joined('0', fraction);
  if (/^\d+$/.test(whole)) return joined(whole, fraction);
  if (grouped.test(whole) && /\d{3}$/.test(whole)) return joined(whole.replace(/\D/g, ''), fraction);
  const foreign = /^(\d+)[.,](\d{1,2})$/.exec(bare);
  return foreign ? joined(foreign[1] ?? '', foreign[2]) : null;
}

/** The text of a number in a form for a person with this `locale`: no groups, all decimals. `readNumber` reads it back. */
export function writeNumber(value: number, locale: string): string {
  return String(value).replace('.', marksOf(locale).decimal);
}

function joined(whole: string, fraction: string | undefined): string {
  return fraction ? `${whole}.${fraction}` : whole;
}

/** Switzerland groups by an apostrophe of any shape. */
function escaped(group: string): string {
  if (/['’]/.test(group)) return "['’]";
  return `\\${group}`;
}

/** The content of a field for a single digit, 0 to 9, after typing into it: the newest digit. */
export function lastDigit(text: string): string {
  return text.replace(/[^0-9]/g, '').slice(-1);
}

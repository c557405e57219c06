const HEAD_LINE_MAX = 125;
const PAGE_LINES_MAX = 95;
const STATUS = /^(accepted|withdrawn|superseded by \[ADR \d{4}\]\([^)]+\))(;.*)?$/;
/** Words in place of the noun that a reader looks for. */
export const UNCLEAR_WORDS = /\b(nobody|somebody|anybody|whoever)\b/i;

export type DecisionPage = {
  readonly name: string;
  readonly number: string;
  readonly title: string;
  readonly status: string;
  readonly text: string;
};

/** What is wrong with the head, the words and the size of a page; empty when it is as ADR 0001 demands. */
export function faultsOfPage({ name, text }: Pick<DecisionPage, 'name' | 'text'>): string[] {
  const faults: string[] = [];
  const [heading = '', blank = '', ...rest] = text.split('\n');
  const number = /^# (\d{4}) \S/.exec(heading)?.[1];
  if (number === undefined || blank !== '') faults.push('begins with "# number title" and an empty line');
  else if (!new RegExp(`^${number}-[a-z0-9-]+\\.md$`).test(name)) faults.push(`is not page ${number}`);

  const fields = ['Date', 'Status', 'Context', 'Decision', 'Cost'];
  for (const [at, field] of fields.entries()) {
    const line = rest[at] ?? '';
    const value = line.slice(`- ${field}: `.length);
    if (!line.startsWith(`- ${field}: `) || value === '') faults.push(`line ${at + 3} is no ${field}`);
    else if (field === 'Date' && !/^\d{4}-\d{2}-\d{2}$/.test(value)) faults.push(`${value} is no date`);
    else if (field === 'Status' && !STATUS.test(value)) faults.push(`${value} is no status`);
    else if (withoutLinks(line).length > HEAD_LINE_MAX)
      faults.push(`${field} is longer than ${HEAD_LINE_MAX}`);
  }
  if (rest[fields.length] !== '') faults.push('the head ends with an empty line');
  if (text.split('\n').length > PAGE_LINES_MAX) faults.push(`has more than ${PAGE_LINES_MAX} lines`);
  const unclear = UNCLEAR_WORDS.exec(text)?.[0];
  if (unclear) faults.push(`says "${unclear}"`);
  return faults;
}

function withoutLinks(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
}

export function readPage(name: string, text: string): DecisionPage {
  const [, number = '', title = ''] = /^# (\d{4}) (.+)$/m.exec(text) ?? [];
  const [, status = ''] = /^- Status: (.+)$/m.exec(text) ?? [];
  return { name, number, title, status, text };
}

/** Targets of Markdown links that are files, without the part behind `#`. */
export function linksIn(markdown: string): string[] {
  return [...markdown.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** The pages that a text mentions: by number (`ADR 0005`, `adr/0005`) or by file name. */
export function pagesNamedIn(text: string): string[] {
  const named = /\bADRs?[\s/*]+(\d{4})\b|\badr\/(\d{4}-[a-z0-9-]+\.md|\d{4})\b/g;
  return [...text.matchAll(named)].map(([, byNumber, byPath]) => byNumber ?? byPath ?? '');
}

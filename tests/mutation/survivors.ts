/** A change of the code that no test noticed, or that is known to be one. */
export type Survivor = {
  /** Relative to the checkout. */
  readonly file: string;
  /** The changed code on one line; long code is cut. */
  readonly code: string;
  readonly replacement: string;
};

/** Survivors that differ only in their place count together. */
export type Listed = Survivor & { readonly count: number };

const LONGEST = 90;
const HEADING = /^## (\S+)$/;
const ENTRY = /^- (`+) ?(.+?) ?\1 → (`+) ?(.+?) ?\3(?:, (\d+) times)?$/;

/** Code on one line, cut where it is long. */
export function oneLine(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)} …` : line;
}

/** The entries of survivors.md: below the file's heading and a paragraph that says why. Throws without a reason. */
export function readSurvivors(markdown: string): Listed[] {
  const listed: Listed[] = [];
  let file = '';
  let reason = '';
  for (const line of markdown.split('\n')) {
    const heading = HEADING.exec(line)?.[1];
    const [, , code, , replacement, count = '1'] = ENTRY.exec(line) ?? [];
    if (line.startsWith('#')) [file, reason] = [heading ?? '', ''];
    else if (code !== undefined && replacement !== undefined) {
      if (reason === '') throw new Error(`${file}: no reason before ${line}`);
      listed.push({ file, code, replacement, count: Number(count) });
    } else if (line.startsWith('- ') && file !== '') throw new Error(`${file}: not an entry: ${line}`);
    else if (line !== '') reason = line;
  }
  return listed;
}

/** The files that survivors.md names as not wholly reached by the tests of the command: `- path: what covers it`. */
export function readUncovered(markdown: string): Set<string> {
  return new Set([...markdown.matchAll(/^- (\S+\.ts): \S/gm)].map(([, file = '']) => file));
}

/** An entry as survivors.md has it. */
export function entryOf({ code, replacement, count }: Listed): string {
  const quoted = (text: string) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);
  return `- ${quoted(code)} → ${quoted(replacement)}${count > 1 ? `, ${count} times` : ''}`;
}

export function countSurvivors(survivors: readonly Survivor[]): Listed[] {
  const counted = new Map<string, Listed>();
  for (const survivor of survivors) {
    const key = keyOf(survivor);
    counted.set(key, { ...survivor, count: (counted.get(key)?.count ?? 0) + 1 });
  }
  return [...counted.values()];
}

/** The entries of `some` that `others` lacks, or has with another count. */
export function missingFrom(others: readonly Listed[], some: readonly Listed[]): Listed[] {
  const known = new Map(others.map((each) => [keyOf(each), each.count]));
  return some.filter((each) => known.get(keyOf(each)) !== each.count);
}

const keyOf = ({ file, code, replacement }: Survivor) => [file, code, replacement].join('\n');

import type { SourceFile } from '#tests/architecture/source-files.ts';
import { paths } from '../../web/src/kit/paths.ts';

type Files = ReadonlyMap<string, SourceFile>;

const SCREENS = 'web/src/app/routes/screens.ts';
const TAGS = 'web/src/live/live-tags.ts';
/** An address and the module of its screen, as screens.ts pairs them. */
const SCREEN = /paths\.(\w+),\s*async \(\) =>\s*\(await import\('\.\.\/\.\.\/([^']+)'\)/g;
/** The tags of a query of the cache. */
const QUERY_TAGS = /\btags: \([^)]*\) => \[([^\]]*)\]/g;
const TAG = /'[a-z ]+'|\bdaysOf\b/g;

/** The addresses of the screens that load a file in which this atom is read. */
export function screensThatLoad(atom: string, files: Files): string[] {
  return [...textOf(SCREENS, files).matchAll(SCREEN)].flatMap(([, name = '', view = '']) => {
    const loaded = loadedBy(`web/src/${view}`, files);
    const reads = [...loaded].some((path) => isReader(path) && textOf(path, files).includes(`${atom})`));
    return reads ? [`\`${paths[name as keyof typeof paths]}\``] : [];
  });
}

/** The atom is declared there, and every screen that is live loads it. */
const isReader = (path: string) => path !== 'web/src/live/live.atoms.ts';

/** The files with a query of the web app's cache that has a tag which this function of live-tags.ts names. */
export function answersTagged(tagFunction: string, files: Files): string[] {
  const source = textOf(TAGS, files);
  const start = source.indexOf(`function ${tagFunction}(`);
  if (start < 0) throw new Error(`${TAGS} has no function ${tagFunction}`);
  const changed = new Set(source.slice(start, source.indexOf('\n}\n', start)).match(TAG));
  return [...files.values()]
    .filter(({ path }) => path.startsWith('web/src/') && !path.includes('.test.'))
    .filter(({ text }) =>
      [...text.matchAll(QUERY_TAGS)].some(([, tags = '']) =>
        tags.match(TAG)?.some((tag) => changed.has(tag)),
      ),
    )
    .map(({ path }) => path)
    .sort((one, other) => (one < other ? -1 : 1))
    .map((path) => `[${path.replace(/^.*\/|\.ts$/g, '')}](../${path})`);
}

function textOf(path: string, files: Files): string {
  const file = files.get(path);
  if (!file) throw new Error(`there is no ${path}`);
  return file.text;
}

function loadedBy(path: string, files: Files, seen = new Set<string>()): Set<string> {
  const file = files.get(path);
  if (!file || seen.has(path)) return seen;
  seen.add(path);
  for (const next of file.runningImports) loadedBy(next, files, seen);
  return seen;
}

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'vite';

export const ROOT = join(import.meta.dirname, '../..');

/** A file of the project: `path` and the paths it imports are relative to the checkout. */
export type SourceFile = {
  readonly path: string;
  readonly text: string;
  /** Files of the project that it imports, by any kind of import. */
  readonly imports: readonly string[];
  /** Those of them that are loaded when the program runs; the others are imported for their types only. */
  readonly runningImports: readonly string[];
  /** Packages, without the path inside the package, and `node:` modules. */
  readonly packages: readonly string[];
  /** The same, without those that are imported for their types only. */
  readonly runningPackages: readonly string[];
  /** True when it only re-exports what other files export. */
  readonly isBarrel: boolean;
};

const FOLDERS = ['services', 'projections', 'web', 'infra', 'tests'];
const GENERATED = /(^|\/)(node_modules|dist|screenshots)(\/|$)/;

let all: readonly SourceFile[] | undefined;

/** Every ts and tsx file of the project; read once. */
export function sourceFiles(): readonly SourceFile[] {
  all ??= FOLDERS.flatMap(filesBelow).map((path) => parseFile(path, readFileSync(join(ROOT, path), 'utf8')));
  return all;
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.tsx?$/.test(path) && !GENERATED.test(path))
    .filter((path) => statSync(join(ROOT, path)).isFile());
}

/** Parses `text` as the file at `path`; the file need not exist. */
export function parseFile(path: string, text: string): SourceFile {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const found = [...importsIn(program)];
  const ours = found.filter(({ specifier }) => isOurs(specifier));
  const theirs = found.filter(({ specifier }) => !isOurs(specifier));
  return {
    path,
    text,
    imports: ours.map(({ specifier }) => resolve(path, specifier)),
    runningImports: ours.filter(isRunning).map(({ specifier }) => resolve(path, specifier)),
    packages: theirs.map(packageOf),
    runningPackages: theirs.filter(isRunning).map(packageOf),
    isBarrel: program.body.length > 0 && program.body.every(reExports),
  };
}

function reExports(statement: object): boolean {
  const { type, source } = statement as { type: string; source?: unknown };
  return Boolean(source) && (type === 'ExportAllDeclaration' || type === 'ExportNamedDeclaration');
}

const IMPORTING = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'ExportNamedDeclaration',
  'ImportExpression',
  'TSImportType',
]);

type Import = { readonly specifier: string; readonly typeOnly: boolean };
type ImportNode = {
  type?: string;
  source?: { value?: unknown } | null;
  importKind?: string;
  exportKind?: string;
};

/** Every import in the tree: static, dynamic, re-exported or for a type only. */
function* importsIn(node: unknown): Generator<Import> {
  if (Array.isArray(node)) {
    for (const each of node) yield* importsIn(each);
  } else if (typeof node === 'object' && node !== null) {
    const { type = '', source, importKind, exportKind } = node as ImportNode;
    if (IMPORTING.has(type) && typeof source?.value === 'string') {
      const typeOnly = type === 'TSImportType' || importKind === 'type' || exportKind === 'type';
      yield { specifier: source.value, typeOnly };
    }
    for (const child of Object.values(node)) yield* importsIn(child);
  }
}

const isRunning = ({ typeOnly }: Import) => !typeOnly;

const isOurs = (specifier: string) => specifier.startsWith('.') || specifier.startsWith('#');

const aliases = Object.entries(
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { imports: Record<string, string> })
    .imports,
).map(([alias, target]) => [alias.slice(0, -1), target.slice('./'.length, -1)] as const);

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) {
    // A query tells the bundler how to load the file, not which one.
    return relative(ROOT, join(ROOT, dirname(from), specifier.replace(/\?.*$/, '')));
  }
  const [alias, target] = aliases.find(([prefix]) => specifier.startsWith(prefix)) ?? [];
  if (alias === undefined) throw new Error(`${from}: package.json knows no ${specifier}`);
  return join(target ?? '', specifier.slice(alias.length));
}

function packageOf({ specifier }: Import): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
}

import { isTest } from './areas.ts';
import type { Rule } from './rule.ts';
import { type SourceFile, sourceFiles } from './source-files.ts';

const PURE_FILE = /^(services|projections)\/.+\.(decider|projector)\.ts$/;
/** They compute, and neither wait nor read anything. */
const PURE_PACKAGES = ['typebox', 'big.js', 'temporal-polyfill'];
/** Clock, chance, timers, network and the process. */
const IMPURE =
  /\b(?:Date\.now|Math\.random|Temporal\.Now|process\.|performance\.|crypto\.|fetch\(|set(?:Timeout|Interval|Immediate)\()|\bnew Date(?:\(\s*\)|(?!\())/;
/** Roles that talk to the world, even where a type of theirs is all that is imported. */
const IMPURE_ROLE = /\.(routes|commands|queries|job|main|postgres|eventstoredb|redis)\.ts$/;

const byPath = new Map<string, SourceFile>();

function fileAt(path: string): SourceFile | undefined {
  if (byPath.size === 0) for (const file of sourceFiles()) byPath.set(file.path, file);
  return byPath.get(path);
}

/** What makes this file impure by itself: a package, or a global that answers differently each time. */
function impurities({ runningPackages, text }: SourceFile): string[] {
  const global = IMPURE.exec(text)?.[0];
  return [
    ...runningPackages.filter((name) => !PURE_PACKAGES.includes(name)),
    ...(global === undefined ? [] : [global]),
  ];
}

/** The first impure thing in these files and in all that they load, with the way to it. */
function impureBehind(path: string, seen: Set<string>): string | null {
  const file = fileAt(path);
  if (!file || seen.has(path)) return null;
  seen.add(path);
  const [own] = impurities(file);
  if (own !== undefined) return `${path}: ${own}`;
  for (const next of file.runningImports) {
    const found = impureBehind(next, seen);
    if (found !== null) return `${path} → ${found}`;
  }
  return null;
}

export const purity: Rule = {
  name: 'deciders and projectors are pure, and so is all that they load',
  broken: (file) => {
    if (!PURE_FILE.test(file.path) || isTest(file.path)) return [];
    return [
      ...impurities(file),
      ...file.packages.filter((name) => !PURE_PACKAGES.includes(name)),
      ...file.imports.filter((path) => IMPURE_ROLE.test(path)),
      ...file.imports.flatMap((path) => impureBehind(path, new Set()) ?? []),
    ];
  },
  planted: [
    { path: 'services/sales/x.decider.ts', text: "import { randomUUID } from 'node:crypto';" },
    { path: 'services/sales/x.decider.ts', text: "import type pg from 'pg';" },
    { path: 'services/sales/x.decider.ts', text: 'export const now = () => new Date();' },
    { path: 'services/sales/x.decider.ts', text: 'export const now = () => Date.now();' },
    { path: 'services/sales/x.decider.ts', text: 'export const dice = () => Math.random();' },
    { path: 'services/sales/x.decider.ts', text: "import { systemClock } from '#platform/clock.ts';" },
    { path: 'services/sales/x.decider.ts', text: "import { queriesOn } from '#platform/database.ts';" },
    { path: 'services/sales/x.decider.ts', text: "import { newId } from '#platform/ids.ts';" },
    { path: 'services/sales/x.decider.ts', text: "import './sales.commands.ts';" },
    { path: 'projections/logs/x.projector.ts', text: "import pg from 'pg';" },
    { path: 'projections/logs/x.projector.ts', text: "import type { Row } from './logs.queries.ts';" },
    { path: 'projections/logs/x.projector.ts', text: 'export const at = () => performance.now();' },
  ],
};

/** setImmediate does not wait: it lets others run first. */
const TIMER = /\b(?:set(?:Timeout|Interval)|AbortSignal\.timeout|scheduler\.wait)\b/g;
/** A browser's timers are stepped by its own clock. */
const WAITING_CODE = /^(services|projections|infra)\//;

export const timers: Rule = {
  name: 'all waiting goes through the scheduler, so that tests can step it',
  broken: ({ path, text }) =>
    WAITING_CODE.test(path) && !isTest(path) && path !== 'services/platform/clock.ts'
      ? (text.match(TIMER) ?? [])
      : [],
  planted: [
    { path: 'services/gateway/x.ts', text: 'setTimeout(work, 100);' },
    { path: 'projections/runner/x.ts', text: "import { setTimeout as sleep } from 'node:timers/promises';" },
    { path: 'infra/local/x.ts', text: 'const ping = setInterval(work, 100);' },
    { path: 'services/platform/mail/x.ts', text: 'open(AbortSignal.timeout(1_000));' },
  ],
};

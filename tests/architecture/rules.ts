import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adapters } from './adapters.ts';
import { type Area, areaOf, isSame, isTest } from './areas.ts';
import { literals } from './literals.ts';
import { purity, timers } from './purity.ts';
import type { Rule } from './rule.ts';
import { ROOT } from './source-files.ts';

type Kind = Area['kind'];

/** What an area may import besides itself. A test may also import from tests/ and web/src/testing/. */
const mayImport: Readonly<Record<Exclude<Kind, 'tests'>, readonly Kind[]>> = {
  contracts: [],
  platform: ['contracts'],
  slice: ['contracts', 'platform'],
  door: ['contracts', 'platform', 'slice'],
  main: ['contracts', 'platform', 'slice', 'door', 'infra', 'runner', 'shared projections', 'projection'],
  infra: ['contracts', 'platform'],
  runner: ['contracts', 'platform', 'shared projections'],
  'shared projections': ['contracts', 'platform', 'runner', 'projection'],
  projection: ['contracts', 'platform', 'runner', 'shared projections'],
  app: ['contracts', 'feature', 'kit', 'ui', 'api', 'live'],
  feature: ['contracts', 'kit', 'ui', 'api', 'live'],
  kit: ['contracts', 'ui', 'api', 'live'],
  ui: ['contracts'],
  api: ['contracts'],
  live: ['contracts', 'api'],
  testing: ['contracts', 'app', 'kit', 'ui', 'api', 'live', 'feature'],
  web: ['contracts', 'app', 'kit', 'ui', 'api', 'live', 'testing'],
};

/** A slice asks the read models through functions that it is given; it imports only their types. */
const QUERIES = /^projections\/.+\.queries\.ts$/;

/** The gateway pushes what REST would answer, so it reads by the same queries. */
const GATEWAY_READS = /^projections\/(all\.projections|read-models|.+\.queries)\.ts$/;

const imports: Rule = {
  name: 'imports go one way',
  broken: (file) => {
    const from = areaOf(file.path);
    const { kind } = from;
    if (kind === 'tests') return [];
    return file.imports.filter((path) => {
      const to = areaOf(path);
      if (isSame(from, to)) return false;
      if (to.kind === 'tests') return !isTest(file.path);
      if (to.kind === 'testing' && isTest(file.path)) return false;
      if (kind === 'slice' && QUERIES.test(path) && !file.runningImports.includes(path)) return false;
      if (file.path.startsWith('services/gateway/') && GATEWAY_READS.test(path)) return false;
      return !mayImport[kind].includes(to.kind);
    });
  },
  planted: [
    { path: 'services/contracts/x.ts', text: "import '#platform/clock.ts';" },
    { path: 'services/platform/x.ts', text: "import type { A } from '#services/sales/sale.decider.ts';" },
    { path: 'services/platform/x.ts', text: "import '../main/wiring.ts';" },
    { path: 'services/sales/x.ts', text: "import '#services/main/wiring.ts';" },
    { path: 'services/sales/x.ts', text: "import '#services/goals/goal.decider.ts';" },
    { path: 'services/sales/x.ts', text: "type A = import('../goals/goal.decider.ts').A;" },
    { path: 'services/sales/x.ts', text: "await import('#projections/job-aids/job-aids.queries.ts');" },
    {
      path: 'services/sales/x.ts',
      text: "import { type Queries, createQueries } from '#projections/all.queries.ts';",
    },
    { path: 'services/sales/x.ts', text: "import type { ReadModels } from '#projections/read-models.ts';" },
    { path: 'services/import/x.ts', text: "import '#services/main/wiring.ts';" },
    { path: 'services/gateway/x.ts', text: "export * from '#projections/job-aids/job-aids.projector.ts';" },
    { path: 'projections/job-aids/x.ts', text: "import '#services/sales/sale.decider.ts';" },
    { path: 'projections/job-aids/x.ts', text: "import '../directory/directory.table.ts';" },
    { path: 'infra/local/x.ts', text: "import '#services/sales/sale.decider.ts';" },
    { path: 'web/src/ui/x.tsx', text: "import '../features/sales/add-sale.view.tsx';" },
    { path: 'web/src/ui/x.tsx', text: "import '../kit/clock.atoms.ts';" },
    { path: 'web/src/features/sales/x.ts', text: "import '../dashboard/dashboard.view.tsx';" },
    { path: 'web/src/features/sales/x.ts', text: "import '../../app/routes/screens.ts';" },
    { path: 'web/src/kit/forms/x.ts', text: "import '../../features/sales/add-sale.view.tsx';" },
    { path: 'web/src/kit/forms/x.ts', text: "await import('../../app/shell/shell.view.tsx');" },
    { path: 'web/src/api/x.ts', text: "import '../kit/clock.atoms.ts';" },
    { path: 'web/src/live/x.ts', text: "import '../kit/clock.atoms.ts';" },
    { path: 'web/src/api/x.ts', text: "import '#platform/clock.ts';" },
    { path: 'services/sales/x.ts', text: "import '#tests/support/servers/test-program.ts';" },
  ],
};

const PORTS_CLOCK_AND_LOG = /\.port\.ts$|\/(clock|log|database-errors|backoff)\.ts$/;

const runnerPorts: Rule = {
  name: 'projections know only ports of the platform',
  broken: ({ path, imports: imported }) =>
    path.startsWith('projections/') && !isTest(path)
      ? imported.filter((to) => areaOf(to).kind === 'platform' && !PORTS_CLOCK_AND_LOG.test(to))
      : [],
  planted: [
    { path: 'projections/job-aids/x.ts', text: "import '#platform/database.ts';" },
    {
      path: 'projections/runner/x.ts',
      text: "import '#platform/event-store/postgres/event-store.postgres.ts';",
    },
  ],
};

const views: Rule = {
  name: 'a view talks to atoms, never to the api or the live client',
  broken: ({ path, imports: imported }) =>
    path.endsWith('.view.tsx')
      ? imported.filter((to) => ['api', 'live'].includes(areaOf(to).kind) && !to.endsWith('.atoms.ts'))
      : [],
  planted: [
    { path: 'web/src/features/sales/x.view.tsx', text: "import { call } from '../../api/client.ts';" },
    { path: 'web/src/features/sales/x.view.tsx', text: "import '../../live/live-client.ts';" },
  ],
};

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};
const CONTRACTS_PACKAGES = ['typebox', 'big.js', 'temporal-polyfill'];
/** The files that build the web app are not part of it. */
const toolPaths = /^web\/[^/]+\.ts$/;

const packages: Rule = {
  name: 'packages are used where they belong',
  broken: (file) => {
    if (isTest(file.path) || toolPaths.test(file.path)) return [];
    const inBrowser = file.path.startsWith('web/') || areaOf(file.path).kind === 'contracts';
    const isContracts = areaOf(file.path).kind === 'contracts';
    return [
      ...file.packages.filter((name) =>
        name.startsWith('node:') ? inBrowser : isContracts && !CONTRACTS_PACKAGES.includes(name),
      ),
      ...file.runningPackages.filter((name) => !name.startsWith('node:') && !(name in manifest.dependencies)),
    ];
  },
  planted: [
    { path: 'services/contracts/x.ts', text: "import type pg from 'pg';" },
    { path: 'services/contracts/x.ts', text: "import 'node:crypto';" },
    { path: 'web/src/ui/x.ts', text: "import 'node:fs';" },
    { path: 'services/platform/x.ts', text: "import 'vitest';" },
  ],
};

const ROLES = new Set([
  ...['routes', 'decider', 'fold', 'commands', 'port', 'job', 'main', 'config', 'args', 'module', 'test'],
  ...[
    'mail',
    'endpoints',
    'events',
    'table',
    'projector',
    'queries',
    'projections',
    'view',
    'atoms',
    'hooks',
  ],
  ...['suite', 'browser', 'promise', 'fixture', 'child', 'bench', 'reporter', 'plugin'],
  // The technology of an adapter.
  ...['memory', 'postgres', 'eventstoredb', 'redis', 'smtp', 'mailbox', 'sandbox', 'stripe'],
]);
const NAME = /^(\d{3}-)?[a-z0-9]+(-[a-z0-9]+)*$/;

const names: Rule = {
  name: 'files are kebab-case, <concept>.<role>.ts with a known role',
  broken: ({ path }) => {
    const [concept = '', ...roles] = (path.split('/').at(-1) ?? '').replace(/\.tsx?$/, '').split('.');
    return [
      ...(NAME.test(concept) ? [] : [`the name ${concept}`]),
      ...roles.filter((role) => !ROLES.has(role)).map((role) => `the role ${role}`),
    ];
  },
  planted: [
    { path: 'services/sales/sale.service.ts', text: '' },
    { path: 'services/sales/SaleForm.ts', text: '' },
  ],
};

const MOST_LINES = 250;

const size: Rule = {
  name: `no file is longer than ${MOST_LINES} lines`,
  broken: ({ text }) => {
    const lines = text.trimEnd().split('\n').length;
    return lines > MOST_LINES ? [`${lines} lines`] : [];
  },
  planted: [{ path: 'services/sales/x.ts', text: '//\n'.repeat(MOST_LINES + 1) }],
};

const barrels: Rule = {
  name: 'no barrels: import the file itself',
  broken: ({ path, isBarrel }) =>
    isBarrel || /\/index\.tsx?$/.test(path) ? ['it only re-exports what other files export'] : [],
  planted: [
    { path: 'services/sales/all-of-it.ts', text: "export * from './a.ts';\nexport { b } from './b.ts';" },
    { path: 'services/sales/index.ts', text: 'export const a = 1;' },
  ],
};

const OWN_WORDING = /\bmessage: ['"`]/g;

const wordings: Rule = {
  name: 'the text of a reply is in the catalogue of messages',
  broken: ({ path, text }) =>
    /^services\/(?!contracts\/)/.test(path) && !isTest(path) ? (text.match(OWN_WORDING) ?? []) : [],
  planted: [{ path: 'services/sales/x.routes.ts', text: "const reply = { message: 'Saved' };" }],
};

/** An empty page to measure from, and Stripe, which the tests do not reach. */
const STAND_INS = ['tests/web/page-load.promise.test.ts', 'tests/billing/stripe-fake/stripe-js.ts'];

const replies: Rule = {
  name: 'no test answers the browser in place of the program, see break-database.ts',
  broken: ({ path, text }) =>
    path.startsWith('tests/') && !path.startsWith('tests/architecture/') && !STAND_INS.includes(path)
      ? (text.match(/\.fulfill\(/g) ?? [])
      : [],
  planted: [{ path: 'tests/sales/x.browser.test.ts', text: 'route.fulfill({ status: 500 });' }],
};

const schemas: Rule = {
  name: 'the web app reads no schema: its build has none, see slim-contracts.ts',
  broken: ({ path, text }) =>
    path.startsWith('web/src/') && !isTest(path)
      ? (text.match(/\.(params|query|body|reply)\.(properties|items|enum)\b/g) ?? [])
      : [],
  planted: [{ path: 'web/src/ui/x.ts', text: 'const kinds = getHistory.params.properties.kind.enum;' }],
};

export const rules: readonly Rule[] = [
  imports,
  runnerPorts,
  views,
  packages,
  names,
  size,
  barrels,
  wordings,
  replies,
  schemas,
  purity,
  timers,
  adapters,
  ...literals,
];

import { isTest } from './areas.ts';
import type { Rule } from './rule.ts';

const ADAPTER =
  /^(?:services|projections|infra)\/.+\.(postgres|eventstoredb|redis|memory|smtp|mailbox|sandbox|stripe)\.ts$/;
/** Where adapters are chosen: the composition, and the module of a slice that wires itself. */
const WIRING = /^services\/main\/|\.(?:module|main)\.ts$/;

function technologyOf(path: string): string | undefined {
  return ADAPTER.exec(path)?.[1];
}

/** Parts of the same adapter: both use this technology, and one lies in the folder of the other or below. */
function isSameAdapter(one: string, other: string): boolean {
  const [folder, otherFolder] = [folderOf(one), folderOf(other)];
  const isNear = folder.startsWith(otherFolder) || otherFolder.startsWith(folder);
  return isNear && technologyOf(one) === technologyOf(other);
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);

/** The page of a development tool, such as `mailbox.routes.ts`, shows what its own adapter holds. */
function isPageOf(path: string, technology: string): boolean {
  return path.endsWith(`/${technology}.routes.ts`);
}

export const adapters: Rule = {
  name: 'adapters are imported only where things are wired',
  broken: ({ path, runningImports }) => {
    if (WIRING.test(path) || isTest(path) || !/^(services|projections|infra)\//.test(path)) return [];
    return runningImports.filter((imported) => {
      const technology = technologyOf(imported);
      if (technology === undefined || isSameAdapter(path, imported)) return false;
      return !isPageOf(path, technology);
    });
  },
  planted: [
    {
      path: 'services/sales/x.ts',
      text: "import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';",
    },
    {
      path: 'services/sales/x.routes.ts',
      text: "await import('#platform/event-store/eventstoredb/event-store.eventstoredb.ts');",
    },
    { path: 'services/billing/x.commands.ts', text: "import './payments.stripe.ts';" },
    { path: 'services/platform/live/x.redis.ts', text: "import './live-bus.postgres.ts';" },
    { path: 'services/platform/jobs/x.ts', text: "import '../live/live-bus.redis.ts';" },
  ],
};

import { type KyselyPlugin, OperationNodeTransformer, type TableNode } from 'kysely';
import type pg from 'pg';
import type { Scheduler } from '#platform/clock.ts';
import { NotReadableYet } from '#platform/database-errors.ts';
import { readVersions } from './checkpoints.ts';
import type { ReadModel } from './read-model.ts';

/** Which read models of this program are still being built, by the name of their tables. */
export type Unbuilt = {
  /** Names of read models. */
  models(): readonly string[];
  /** Refuses queries of their tables: those of another version have other columns, or are not kept up to date. */
  readonly plugin: KyselyPlugin;
};

const LOOK_MS = 200;

/** Looks until every read model is there; no look costs anything after that. Rejects when the database is away now. */
export async function watchUnbuilt(deps: {
  readonly pool: pg.Pool;
  readonly projections: readonly ReadModel[];
  readonly scheduler: Scheduler;
  readonly signal: AbortSignal;
}): Promise<Unbuilt> {
  const { pool, projections, scheduler, signal } = deps;
  let unbuilt: readonly ReadModel[] = [];
  let tables: ReadonlySet<string> = new Set();
  async function look(): Promise<void> {
    const versions = await readVersions(pool);
    unbuilt = projections.filter(({ name, version }) => versions.get(name) !== version);
    tables = new Set(unbuilt.flatMap((model) => Object.values(model.tables).map(({ name }) => name)));
  }
  async function lookUntilBuilt(): Promise<void> {
    while (unbuilt.length > 0 && !signal.aborted) {
      await scheduler.pause(LOOK_MS, signal);
      // While the database is away, what was not built is not.
      await look().catch(() => {});
    }
  }
  await look();
  void lookUntilBuilt();
  return {
    models: () => unbuilt.map(({ name }) => name),
    plugin: {
      transformQuery({ node }) {
        return tables.size > 0 ? new Refusal(tables).transformNode(node) : node;
      },
      transformResult: async ({ result }) => result,
    },
  };
}

class Refusal extends OperationNodeTransformer {
  readonly #tables: ReadonlySet<string>;

  constructor(tables: ReadonlySet<string>) {
    super();
    this.#tables = tables;
  }

  protected override transformTable(node: TableNode): TableNode {
    const { schema, identifier } = node.table;
    if (schema?.name === 'read' && this.#tables.has(identifier.name))
      throw new NotReadableYet(`read.${identifier.name} is being built`);
    return node;
  }
}

import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Registry } from 'prom-client';
import { decodeEvent, isKnownType } from '#contracts/events/codec.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { buildVerifier } from '#infra/local/web-build.ts';
import { queriesOn } from '#platform/database.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import { createMemoryLiveBus } from '#platform/live/live-bus.memory.ts';
import { CliError, writeFile } from '#platform/terminal.ts';
import { allProjections } from '#projections/all.projections.ts';
import { createQueries } from '#projections/all.queries.ts';
import { recomputeStatements } from '#projections/pay/recomputed-statements.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { createProjectionRunner } from '#projections/runner/projection-runner.ts';
import { exportedLines, printHistory } from '#services/history/audit-history.ts';
import type { HistoryDeps } from '#services/history/entries.ts';
import {
  EXPORT_USAGE,
  HISTORY_USAGE,
  readExportArgs,
  readHistoryArgs,
} from '#services/history/history.args.ts';
import { createImportRecords } from '#services/import/imports.postgres.ts';
import { auditStatements, readStatementsArgs, STATEMENTS_USAGE } from '#services/pay/audit-statements.ts';
import { CHECK_USAGE, checkPage, readCheckArgs } from '#services/proof/audit-check.ts';
import { readVerifyArgs, VERIFY_USAGE, verifyCompanies } from '#services/proof/audit-proof.ts';
import { companyName, createVerifierSource, employeeName, exported } from '#services/proof/export.ts';
import { openChains } from '#services/proof/proof.module.ts';
import { createSealLinks } from '#services/proof/seal/seal-links.postgres.ts';
import { createSealTree } from '#services/proof/seal-tree.postgres.ts';
import { createSeals } from '#services/proof/seals.postgres.ts';
import type { Core } from './wiring.ts';

/** What a subcommand of `npm run audit` works with. */
export type AuditSurroundings = {
  readonly core: Core;
  /** Prints a line for the person or the program that reads the output. */
  readonly say: (line: string) => void;
  /** Aborts with Ctrl-C. */
  readonly signal: AbortSignal;
};

/** Returns the exit code: 0 for done without a finding, 1 for a finding. */
export type AuditRun = (audit: AuditSurroundings) => Promise<number>;

export type AuditCommand = {
  readonly usage: string;
  /** Called before anything is opened. Throws CliError for invalid arguments. */
  readonly read: (argv: readonly string[]) => AuditRun;
};

/** A subcommand that reads a file and opens no database. */
export type FileCommand = {
  readonly usage: string;
  readonly readAlone: (
    argv: readonly string[],
  ) => (surroundings: Pick<AuditSurroundings, 'say' | 'signal'>) => Promise<number>;
};

/** `npm run audit -- verify`: whether every event is as it was sealed, and the chain the one of what a person holds. */
export const verifyCommand: AuditCommand = {
  usage: VERIFY_USAGE,
  read: (argv) => {
    const { company, held } = readVerifyArgs(argv);
    return async ({ core, ...terminal }) => {
      const sealed = {
        proof: openChains(core),
        seals: createSeals(core.pool),
        tree: createSealTree(core.pool),
      };
      return (await verifyCompanies(await companiesOf(core, company), held, sealed, terminal)) ? 0 : 1;
    };
  },
};

/** `npm run audit -- check`: whether an exported page holds. */
export const checkCommand: FileCommand = {
  usage: CHECK_USAGE,
  readAlone: (argv) => {
    const args = readCheckArgs(argv);
    return async (terminal) => ((await checkPage(args, terminal)) ? 0 : 1);
  },
};

/** `npm run audit -- history`: the history of a company or of one thing in it, for people. */
export const historyCommand: AuditCommand = {
  usage: HISTORY_USAGE,
  read: (argv) => {
    const { company, thing } = readHistoryArgs(argv);
    return async ({ core, ...terminal }) => {
      const { deps, companyId } = await historyOf(core, company, terminal.signal);
      await printHistory(deps, companyId, thing, terminal);
      return 0;
    };
  },
};

/** `npm run audit -- export`: the same as a table, for programs, or as a page that checks itself. */
export const exportCommand: AuditCommand = {
  usage: EXPORT_USAGE,
  read: (argv) => {
    const { company, format, out, wanted } = readExportArgs(argv);
    return async ({ core, signal }) => {
      const { deps, companyId } = await historyOf(core, company, signal);
      const text =
        format === 'html'
          ? await exportedPage(core, companyId, wanted.person, signal)
          : await exportedLines(deps, companyId, format, wanted);
      if (out === null) await pipeline(text, standardOutput(), { signal });
      else await writeFile(text, out, signal);
      return 0;
    };
  },
};

/** `npm run audit -- statements`: whether each locked statement is what the events before it come to. */
export const statementsCommand: AuditCommand = {
  usage: STATEMENTS_USAGE,
  read: (argv) => {
    const { company } = readStatementsArgs(argv);
    return async ({ core, say }) => {
      let isAsLocked = true;
      for (const { companyId, name } of await companiesOf(core, company)) {
        const events = () => eventsOf(core, companyId);
        if (!(await auditStatements(name, recomputeStatements(events), say))) isAsLocked = false;
      }
      return isAsLocked ? 0 : 1;
    };
  },
};

/** In their order, at the places at which they were sealed: statements name these, also in a company that moved. */
async function* eventsOf(core: Core, companyId: string): AsyncGenerator<StoredEvent, void, void> {
  let sealed = START;
  for await (const { event, position } of openChains(core).sealedEvents(companyId)) {
    sealed = position;
    if (isKnownType(event.type)) yield decodeEvent(event);
  }
  const { store } = core;
  for await (const page of store.readCompany(companyId, { after: sealed, to: await store.head() }))
    for (const event of page) if (isKnownType(event.type)) yield decodeEvent(event);
}

async function companiesOf(core: Core, email: string | null) {
  if (email === null) {
    const companies = await createSealLinks(core.pool).companies();
    return companies.map((companyId) => ({ companyId, name: `Company ${companyId}` }));
  }
  return [{ companyId: await companyOf(core, email), name: `Company of ${email}` }];
}

/** The company whose super employee has this email. */
export async function companyOf({ accounts }: Core, email: string): Promise<string> {
  const account = await accounts.byEmail(email);
  if (!account) throw new CliError(`nobody has the email ${email}`);
  return account.companyId;
}

/** The history up to the event that is the newest now. */
async function historyOf(
  core: Core,
  email: string,
  signal: AbortSignal,
): Promise<{ deps: HistoryDeps; companyId: string }> {
  const companyId = await companyOf(core, email);
  await catchUp(core, signal);
  const queries = createQueries(queriesOn<ReadModels>(core.pool));
  const importTexts = createImportRecords(core.pool).textsOf;
  return { deps: { queries, store: core.store, importTexts }, companyId };
}

const PATIENCE_MS = 10 * 60_000;

/** Folds the new events when no program does, else waits for the program that does. */
export async function catchUp({ store, log, ...core }: Core, signal: AbortSignal): Promise<void> {
  const pool = core.database.owner;
  const bus = createMemoryLiveBus({ log });
  const registry = new Registry();
  const runner = createProjectionRunner({ pool, store, bus, projections: allProjections, log, registry });
  const stop = () => void runner.stop();
  signal.addEventListener('abort', stop);
  try {
    await runner.start();
    const isThere = await runner.progress.waitFor(await store.head(), PATIENCE_MS);
    if (!isThere) throw new CliError('the read models do not catch up with the events; see the log');
  } finally {
    signal.removeEventListener('abort', stop);
    await runner.stop();
    await bus.close();
  }
}

/**
 * The page of a company, or of one person of it, that checks itself; the same as over the API. It contains sealed
 * events only. Throws CliError for a person that the company never had.
 */
async function exportedPage(
  core: Core,
  companyId: string,
  personId: string | undefined,
  signal: AbortSignal,
): Promise<AsyncIterable<string>> {
  const queries = createQueries(queriesOn<ReadModels>(core.pool));
  const name = personId === undefined ? undefined : await employeeName(queries, companyId, personId);
  if (personId !== undefined && name === undefined)
    throw new CliError(`there is no employee ${personId} in this company`);
  await buildVerifier();
  const header = {
    export: 1,
    companyId,
    companyName: await companyName(queries, companyId),
    person: personId === undefined || name === undefined ? null : { id: personId, name },
    madeAt: core.clock.now().toISOString(),
  } as const;
  const deps = {
    ...{ proof: openChains(core), seals: createSeals(core.pool), keys: core.sealKeys },
    verifier: createVerifierSource(),
  };
  return exported(deps, header, signal);
}

/** Standard output, which stays open, at the pace at which it is read. */
function standardOutput(): Writable {
  return new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => void process.stdout.write(chunk, done),
  });
}

import { systemClock, systemScheduler } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { isDatabaseAway } from '#platform/database-errors.ts';
import { EventStoreUnavailable } from '#platform/event-store/event-store.port.ts';
import { ArchiveUnreadable } from '#platform/event-store/postgres/archive-files.ts';
import { createLifecycle } from '#platform/lifecycle.ts';
import { createLog } from '#platform/log.ts';
import { CliError, runMain } from '#platform/terminal.ts';
import {
  type AuditCommand,
  type AuditRun,
  checkCommand,
  exportCommand,
  type FileCommand,
  historyCommand,
  statementsCommand,
  verifyCommand,
} from './audit-commands.ts';
import { openCore } from './wiring.ts';

const commands: Readonly<Record<string, AuditCommand | FileCommand>> = {
  verify: verifyCommand,
  check: checkCommand,
  history: historyCommand,
  export: exportCommand,
  statements: statementsCommand,
};

/** The command was not completed, so there is no verdict. */
const NOT_DONE = 2;

/**
 * `npm run audit -- <subcommand> …`: reads the event history, whether the program runs or not. Exit code 0: done,
 * 1: the history has a fault, 2: not done, with a line with the reason (with the stack for a bug). A closed pipe ends
 * the command without a message.
 */
await runMain(async () => {
  const stopping = new AbortController();
  for (const end of ['SIGINT', 'SIGTERM'] as const) process.once(end, () => stopping.abort());
  let isRead = true;
  process.stdout.on('error', () => {
    isRead = false;
    stopping.abort();
  });
  try {
    return await audit(process.argv.slice(2), stopping.signal);
  } catch (error) {
    const line = stopping.signal.aborted ? 'Stopped; nothing was changed.' : lineOf(error);
    if (isRead) process.stderr.write(`${line ?? (error as Error).stack}\n`);
    return NOT_DONE;
  }
});

async function audit([name = '', ...argv]: readonly string[], signal: AbortSignal): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const usages = Object.values(commands).map(({ usage }) => usage);
    throw new CliError(`Usage: ${usages.join('\n       ')}`);
  }
  if ('readAlone' in command) return command.readAlone(argv)({ say, signal });
  return open(command.read(argv), signal);
}

async function open(run: AuditRun, signal: AbortSignal): Promise<number> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const lifecycle = createLifecycle(log);
  try {
    const core = await openCore(config, { lifecycle, log, clock: systemClock, scheduler: systemScheduler });
    return await run({ core, say, signal });
  } finally {
    await lifecycle.close();
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Null for a bug. */
function lineOf(error: unknown): string | null {
  if (error instanceof CliError) return error.message;
  if (error instanceof ArchiveUnreadable) return `${error.message}.`;
  const isAway = error instanceof EventStoreUnavailable || isDatabaseAway(error);
  return isAway ? 'The database went away. Run the same command again.' : null;
}

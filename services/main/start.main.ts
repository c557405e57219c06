import { flushCompileCache } from 'node:module';
import { relative } from 'node:path';
import { DEMO_COMPANY_ID } from '#contracts/company-kinds.ts';
import { streams } from '#contracts/events/streams.ts';
import { buildWebApp } from '#infra/local/web-build.ts';
import { type Config, type PaymentsConfig, readConfig } from '#platform/config.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import { CliError, runMain } from '#platform/terminal.ts';
import { loadDemoCompany } from '#services/demo/demo-company.ts';
import { DEMO_PASSWORD } from '#services/demo/demo-structure.ts';
import { whereMailAppears } from './mail.ts';
import { type Program, startProgram } from './program.ts';

const DEMO_LOGINS = [
  'owner@demo.test                                      super employee',
  'manager@demo.test                                    manager',
  'associate1@demo.test … associate8@demo.test          sales associates',
  `password of all: ${DEMO_PASSWORD}`,
];

/** The demo is some thousand events. If it takes longer than this, something is wrong. */
const DEMO_PATIENCE_MS = 30_000;

/** `npm start [-- --empty]`: everything that ROLES names, in this process. */
await runMain(async () => {
  const startedAt = performance.now();
  const options = readArguments(process.argv.slice(2));
  const config = readConfig(process.env);
  if (config.roles.has('api') && !options.apiOnly && (await buildWebApp())) say('The web app was built.');
  let hasDemo = false;
  const program = await startProgram(config, {
    beforeWorking: async (starting) => {
      hasDemo = config.roles.has('api') && !options.empty && (await prepareDemo(starting));
    },
  });
  stopOnSignal(program);
  welcome(config, program, { hasDemo, tookMs: performance.now() - startedAt });
  // Otherwise a kill would lose the cache, and the next start would compile everything again.
  flushCompileCache();
  return undefined;
});

function readArguments(given: readonly string[]): { empty: boolean; apiOnly: boolean } {
  const known = ['--empty', '--api-only'];
  const unknown = given.find((argument) => !known.includes(argument));
  if (unknown) throw new CliError(`${unknown} is not an option; there is ${known.join(', ')}`);
  return { empty: given.includes('--empty'), apiOnly: given.includes('--api-only') };
}

/**
 * Loads the demo company into an empty installation, or completes one whose load was interrupted. True when the demo
 * company is there and visible. Its passwords are public, so a production program never loads it.
 */
async function prepareDemo({ core, progress }: Pick<Program, 'core' | 'progress'>): Promise<boolean> {
  const { accounts, clock, config, store } = core;
  if (config.production) return false;
  const [begun] = await store.read(streams.company(DEMO_COMPANY_ID), { limit: 1 });
  if (!begun && (await store.head()) !== START) return false;
  const position = await loadDemoCompany({ store, accounts, clock });
  return progress.waitFor(position, DEMO_PATIENCE_MS);
}

function welcome(
  config: Config,
  { url, core }: Program,
  { hasDemo, tookMs }: { hasDemo: boolean; tookMs: number },
): void {
  const data = config.databaseUrl === undefined ? `, data in ${relative('', config.dataDir) || '.'}` : '';
  const seconds = (tookMs / 1000).toFixed(1);
  say(`\nTallyboard is ready at ${config.publicUrl ?? url} (${seconds} s, ${core.store.description}${data})`);
  if (hasDemo) for (const line of DEMO_LOGINS) say(`  ${line}`);
  say(whereMailAppears(config.mail, config.publicUrl ?? url, config.production));
  say(whoTakesPayments(config.payments));
  say('Ctrl-C stops it.');
}

function whoTakesPayments(payments: PaymentsConfig): string {
  if (payments.kind === 'stripe') return 'Payments are taken by Stripe';
  return 'Payments go to a sandbox, no money moves: pm_card_visa pays, pm_card_chargeDeclined is refused';
}

/** The first signal drains, a second one quits at once. Who sends SIGTERM may have a balancer, who sends SIGINT waits. */
function stopOnSignal(program: Program): void {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) process.exit(130);
    stopping = true;
    say('\nFinishing what was begun …');
    if (signal === 'SIGTERM') await program.leave();
    await program.stop();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

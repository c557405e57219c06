import { streams } from '#contracts/events/streams.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import { DEMO_COMPANY_ID } from '#services/demo/demo-commands.ts';
import { loadDemoCompany } from '#services/demo/demo-company.ts';
import type { Program } from './program.ts';

/** A demo of five weeks is some thousand events; slower than this something is wrong. */
const PATIENCE_MS = 30_000;

/**
 * Loads the demo company into an installation that holds nothing yet, or goes on with one that was cut short
 * by a stop in the middle of it.
 * True when the demo company is there and can be seen. Its passwords are known to everybody, so a
 * production program never has it.
 */
export async function prepareDemo({ core, progress }: Pick<Program, 'core' | 'progress'>): Promise<boolean> {
  const { accounts, clock, config, store } = core;
  if (config.production) return false;
  const [begun] = await store.read(streams.company(DEMO_COMPANY_ID), { limit: 1 });
  if (!begun && (await store.head()) !== START) return false;
  const position = await loadDemoCompany({ store, accounts, clock });
  return progress.waitFor(position, PATIENCE_MS);
}

import { buildVerifier } from '#infra/local/web-build.ts';

/** Vitest global setup: exported files get the script as its sources are now. */
export default async function setup(): Promise<void> {
  await buildVerifier();
}

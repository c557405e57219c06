import { buildVerifier } from '#infra/local/web-build.ts';

/** Vitest global setup: builds the script of exported files from its current sources. */
export default async function setup(): Promise<void> {
  await buildVerifier();
}

import { buildWebApp } from '#infra/local/web-build.ts';

/** Vitest global setup: builds the web app from its current sources. */
export default async function setup(): Promise<void> {
  await buildWebApp();
}

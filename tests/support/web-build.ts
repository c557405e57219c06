import { buildWebApp } from '#infra/local/web-build.ts';

/** Vitest global setup: browsers get the web app as its sources are now. */
export default async function setup(): Promise<void> {
  await buildWebApp();
}

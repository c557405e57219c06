import { buildWebApp } from '#infra/local/web-build.ts';

/** Vitest global setup: browsers get the web app as its sources are now. */
export default async function setup(): Promise<void> {
  const before = process.env.NODE_ENV;
  // Vitest says 'test', which would build React's development version.
  process.env.NODE_ENV = 'production';
  await buildWebApp();
  process.env.NODE_ENV = before;
}

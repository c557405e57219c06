import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { isRoomInMemory } from '#tests/support/servers/server-folder.ts';
import { type ChromiumBinary, chromiumFromNpm } from './chromium-from-npm.ts';

export type LaunchedChromium = {
  readonly browser: Browser;
  /** Resolves when the process has ended: with how it ended and the last that it wrote to stderr. */
  readonly ended: Promise<Error>;
};

const LAST_WORDS_LENGTH = 4000;

const CAREFULLY = {
  timeout: MAX_WAIT_MS,
  // By default Playwright keeps shared memory in files, because containers often have a small /dev/shm.
  ignoreDefaultArgs: isRoomInMemory() ? ['--disable-dev-shm-usage'] : [],
  // Not the package's own arguments: they switch web security and process isolation off.
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--no-first-run',
  ],
};

/** A browser of its own, whose storage is in that folder and so survives its end. */
export async function openProfile(
  folder: string,
  options: { readonly baseURL: string; readonly offline?: boolean },
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    ...{ ...findBinary(), ...CAREFULLY, ...options },
    ...{ locale: 'en-CA', timezoneId: DAYTIME_ZONE, reducedMotion: 'reduce' },
  });
  context.setDefaultTimeout(MAX_WAIT_MS);
  return context;
}

/** A real Chromium: CHROMIUM_PATH where given, else the one that comes as an npm package. */
export async function launchChromium(): Promise<LaunchedChromium> {
  const binary = findBinary();
  // Playwright does not show the process that it starts; Node announces each one.
  const started: ChildProcess[] = [];
  const note = (message: unknown) => void started.push((message as { process: ChildProcess }).process);
  subscribe('child_process', note);
  try {
    const browser = await chromium.launch({ ...binary, ...CAREFULLY });
    const child = started.find(({ spawnfile }) => spawnfile === binary.executablePath);
    if (!child) throw new Error('Node did not announce the process of Chromium.');
    return { browser, ended: endOf(child) };
  } finally {
    unsubscribe('child_process', note);
  }
}

function findBinary(): ChromiumBinary {
  const { CHROMIUM_PATH, ...env } = process.env;
  return CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH, env } : chromiumFromNpm();
}

function endOf(child: ChildProcess): Promise<Error> {
  let lastWords = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-LAST_WORDS_LENGTH);
  });
  return new Promise((done) =>
    child.once('close', (code, signal) => {
      const how = signal ?? `exit code ${code}`;
      done(new Error(`Chromium ended with ${how}. Its last words:\n${lastWords}`));
    }),
  );
}

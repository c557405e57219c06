import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The account that Postgres runs under, where that is not our own. */
export type Owner = { readonly uid: number; readonly gid: number };

/** Postgres refuses to run as root, so there the system user `postgres` runs it. */
export function serverOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'pipe' });
    return { uid: id('-u'), gid: id('-g') };
  }
}

/**
 * Arguments of setpriv(1) that become `owner` and still reach `paths`. A checkout in root's own home or in a
 * `mktemp -d` is closed to every other account; there the server keeps the one capability that lets it pass
 * through closed folders.
 */
export function becoming(owner: Owner | undefined, paths: readonly string[]): string[] {
  if (!owner) return [];
  const become = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  if (paths.every((path) => canReach(owner, path))) return become;
  const capability = passingCapability();
  // no_setuid_fixup: access(2) would otherwise forget the capability, and Postgres asks access(2) for itself.
  return [
    ...become,
    '--securebits=+no_setuid_fixup',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
  ];
}

function canReach(owner: Owner, path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

const CAP_DAC_READ_SEARCH = 2n;

/** The narrower one may be missing: containers get only the wider by default. */
function passingCapability(): string {
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  const narrow = (BigInt(`0x${effective}`) >> CAP_DAC_READ_SEARCH) & 1n;
  return narrow ? 'dac_read_search' : 'dac_override';
}

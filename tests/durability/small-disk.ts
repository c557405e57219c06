import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { serverFolder } from '#tests/support/servers/server-folder.ts';

const MEGABYTES = 192;

export type SmallDisk = {
  readonly path: string;
  /** To the last byte. */
  fill(): void;
  makeRoom(): void;
  remove(): void;
};

/** A disk of its own that can be full; null where none can be mounted. */
export function mountSmallDisk(): SmallDisk | null {
  const { path, remove } = serverFolder();
  const mounting = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m,mode=755`, 'tmpfs', path]);
  if (mounting.status !== 0) {
    remove();
    return null;
  }
  chmodSync(path, 0o755);
  const filler = join(path, 'filler');
  return {
    path,
    fill() {
      const file = openSync(filler, 'w');
      for (const size of [1024 * 1024, 4096]) {
        try {
          for (;;) writeSync(file, Buffer.alloc(size));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
      closeSync(file);
    },
    makeRoom: () => rmSync(filler),
    remove() {
      spawnSync('umount', ['-l', path]);
      remove();
    },
  };
}

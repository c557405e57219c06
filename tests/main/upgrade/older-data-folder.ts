import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, constants } from 'node:zlib';
import { serverOwner } from '#infra/local/embedded-postgres.ts';

/** A new data folder as the older version left it. The archive has no owner: its files belong to the account that runs Postgres. */
export function unpackOlderDataFolder(dataDir: string): void {
  mkdirSync(dataDir);
  const packed = readFileSync(join(import.meta.dirname, 'data-folder.tar.br'));
  const input = brotliDecompressSync(packed, {
    params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: true },
  });
  execFileSync('tar', ['-xf', '-', '-C', dataDir], { input });
  const account = serverOwner();
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, join(dataDir, 'postgres')]);
}

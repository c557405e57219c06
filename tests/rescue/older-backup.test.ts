import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { migrationsOf } from '#services/rescue/facts.ts';
import { unpackOlderDataFolder } from '#tests/main/upgrade/older-data-folder.ts';
import { withCore } from '#tests/support/servers/program-process.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';
import { runCommand } from './rescue-world.ts';

it('a backup of an installation before its upgrade changes nothing there, and is restored with its upgrade', async () => {
  const folder = serverFolder();
  try {
    const [older, target] = [{ DATA_DIR: join(folder.path, 'data') }, { DATA_DIR: join(folder.path, 'new') }];
    unpackOlderDataFolder(older.DATA_DIR);
    const file = join(folder.path, 'backup');
    const [first, second] = [`${file}1`, `${file}2`];
    for (const each of [first, second])
      expect(await runCommand('backup', [each], older)).toMatchObject({ code: 0, stderr: '' });
    const headerOf = (path: string) =>
      JSON.parse(gunzipSync(readFileSync(path)).toString().split('\n', 1)[0] ?? '');
    const { migrations } = headerOf(first);
    expect(migrations.at(-1)).toBe('101-seals-and-verifications');
    expect(headerOf(second).migrations).toEqual(migrations);

    const { code, stdout, stderr } = await runCommand('restore', [first], target);
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
    const now = await withCore(target.DATA_DIR, ({ pool }) => migrationsOf(pool));
    expect(now.slice(0, migrations.length)).toEqual(migrations);
    expect(now.length).toBeGreaterThan(migrations.length);
    expect(await runCommand('audit', ['verify'], target)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Company \S+: \d+ events as sealed/),
    });
  } finally {
    folder.remove();
  }
});

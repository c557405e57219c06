import { afterAll, expect, it } from 'vitest';
import { formerVersion, hasFormerVersion } from '#tests/durability/former-version.ts';
import type { ProgramProcess } from '#tests/support/servers/program-process.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { runCommand } from './rescue-world.ts';

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** It keeps no row in `processes`, and so cannot say that it does not read the archive. */
it.runIf(hasFormerVersion()).each(['gateway', 'projections'])(
  'an archive beside the role %s of the real former version is refused, and done once that has ended',
  { timeout: 200_000 },
  async (role) => {
    const former = formerVersion();
    const { path, remove } = serverFolder();
    const database = await createTestDatabase({ template: 'template0' });
    let program: ProgramProcess | undefined;
    closing.push(
      former.remove,
      remove,
      () => database.drop(),
      () => program?.kill(),
    );
    program = await former.start(role, path, database.url);
    const place = { DATABASE_URL: database.url, ARCHIVE_DIR: `${path}/archive` };
    const archive = () => runCommand('archive', [], place);
    expect(await archive()).toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr: expect.stringMatching(/^A process of a former version runs\. Stop it first\.\n$/),
    });
    await program.kill();
    expect(await archive()).toMatchObject({ code: 0, stdout: 'No segment is old enough.\n' });
  },
);

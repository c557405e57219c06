import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { knownMigrations } from '#infra/postgres/migrate.ts';
import { CliError } from '#platform/terminal.ts';
import { checkCompany } from '#services/rescue/company-import.ts';
import { at, companyWorld } from './company-world.ts';
import { changed, expectRefused, forged, runCommand } from './rescue-world.ts';

const world = companyWorld();

it('a file that is cut by one byte is refused before anything is written', async () => {
  const cut = world.inFolder('cut');
  writeFileSync(cut, readFileSync(world.file).subarray(0, -1));
  await world.withTarget((target) => world.expectNothingWritten(target, cut, /cut or altered/));
});

it.each([
  ['altered', /cut or altered/, (text: string) => text.replace('Nord', 'Norb')],
  [
    'of a newer format',
    /newer version .*format 2/,
    (text: string) => text.replace('"format":1', '"format":2'),
  ],
  [
    'of a program with other tables',
    /another version/,
    (text: string) => text.replace('"001-event-store",', ''),
  ],
])('a file that is %s is refused, too', async (name, line, change) => {
  const check = async (file: string) =>
    checkCompany(file, await knownMigrations(), new AbortController().signal);
  const spoilt = changed(world.file, world.inFolder(name), change);
  await expect(check(world.file)).resolves.toBeDefined();
  await expect(check(spoilt)).rejects.toThrow(line);
  await expect(check(spoilt)).rejects.toThrow(CliError);
});

it('a backup is no company, and a company no backup', async () => {
  const backup = world.inFolder('backup');
  expect(await runCommand('backup', [backup], at(world.source))).toMatchObject({ code: 0 });
  await world.withTarget((target) =>
    world.expectNothingWritten(target, backup, /is not an exported company/),
  );
  expectRefused(await runCommand('restore', [world.file], at(world.source)), /is not a backup/);
});

it('a file with rows of another company in any table is refused', () =>
  world.withTarget(async (target, own) => {
    for (const part of ['accounts', 'events', 'seal_links']) {
      const spoilt = await forged(world.file, world.inFolder(`forged-${part}`), (rows, name) =>
        name === part ? rows.replace(world.company.companyId, own.companyId) : rows,
      );
      await world.expectNothingWritten(target, spoilt, new RegExp(`rows of another company in ${part}\\.`));
    }
    // The same file without a change is taken.
    const same = await forged(world.file, world.inFolder('same'), (rows) => rows);
    expect(await world.imported(target, same)).toMatchObject({ code: 0, stderr: '' });
  }));

it.each([[[]], [['--help']], [['export', 'a@b.test']], [['import', 'a', 'b']]])(
  'the arguments %j are answered with the usage',
  async (args) =>
    expectRefused(await runCommand('company', args, at(world.source)), /^Usage: npm run company -- /),
);

it('a company that is not there, or no email, is refused in one line', async () => {
  expectRefused(
    await runCommand('company', ['export', 'a@b.test', world.inFolder('x')], at(world.source)),
    /nobody has the email/,
  );
  expectRefused(
    await runCommand('company', ['export', 'Nord', world.inFolder('x')], at(world.source)),
    /by the email of its admin/,
  );
});

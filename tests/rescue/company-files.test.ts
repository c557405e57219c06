import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { at, companyWorld } from './company-world.ts';
import { changed, expectRefused, forged, runCommand } from './rescue-world.ts';

const world = companyWorld();

it.each([
  ['cut by one byte', /cut or altered/, (to: string) => truncateSync(to, readFileSync(to).length - 1)],
  [
    'altered',
    /cut or altered/,
    (to: string) => changed(world.file, to, (text) => text.replace('Nord', 'Norb')),
  ],
  [
    'of a newer format',
    /newer version .*format 2/,
    (to: string) => changed(world.file, to, (text) => text.replace('"format":1', '"format":2')),
  ],
  [
    'of a program with other tables',
    /another version/,
    (to: string) => changed(world.file, to, (text) => text.replace('"001-event-store",', '')),
  ],
])('a file that is %s is refused before anything is written', async (name, line, spoil) => {
  const spoilt = world.inFolder(name);
  writeFileSync(spoilt, readFileSync(world.file));
  spoil(spoilt);
  await world.withTarget((target) => world.expectNothingWritten(target, spoilt, line));
});

it('a backup is no company, and a company no backup', async () => {
  const backup = world.inFolder('backup');
  expect(await runCommand('backup', [backup], at(world.source))).toMatchObject({ code: 0 });
  await world.withTarget((target) =>
    world.expectNothingWritten(target, backup, /is not an exported company/),
  );
  expectRefused(await runCommand('restore', [world.file], at(world.source)), /is not a backup/);
});

it.each(['accounts', 'events', 'seal_links'])(
  'a file with rows of another company in %s is refused',
  (part) =>
    world.withTarget(async (target, own) => {
      const spoilt = await forged(world.file, world.inFolder(`forged-${part}`), (rows, name) =>
        name === part ? rows.replace(world.company.companyId, own.companyId) : rows,
      );
      await world.expectNothingWritten(target, spoilt, new RegExp(`rows of another company in ${part}\\.`));
      // The same file without a change is taken.
      const same = await forged(world.file, world.inFolder(`same-${part}`), (rows) => rows);
      expect(await world.imported(target, same)).toMatchObject({ code: 0, stderr: '' });
    }),
);

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

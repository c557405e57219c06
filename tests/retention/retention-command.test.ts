import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRetentionWorld, type RetentionWorld } from './retention-world.ts';
import { runRetention } from './run-retention.ts';

let world: RetentionWorld;
beforeAll(async () => {
  world = await createRetentionWorld();
});
afterAll(() => world.stop());

const run = (...args: string[]) => runRetention(world, args);

it('lists what it would erase, then erases it, then finds nothing', async () => {
  const company = await world.fillEnded('Zebra');
  // From its sources, like the script in package.json.
  const dry = runRetention(world, ['--dry-run'], 'services/main/retention.main.ts');
  expect(await dry.exit()).toBe(0);
  expect(dry.output()).toMatch(new RegExp(`${company.companyId}, ended .*: \\d+ events, .*5 accounts`));
  expect(dry.output()).toContain('1 companies are due. Nothing was changed.');
  expect(company.traces.filter((trace) => dry.output().includes(trace))).toEqual([]);
  expect(await world.logged(company)).toBeUndefined();

  const real = run('--apply');
  expect(await real.exit()).toBe(0);
  expect(await world.found(company.traces)).toEqual([]);
  const after = run('--dry-run');
  expect(await after.exit()).toBe(0);
  expect(after.output()).toContain('0 companies are due');
});

it('says which company could not be erased, erases the others, and leaves it to the next run', async () => {
  const [first, second] = [await world.fillEnded('Stuck'), await world.fillEnded('Zebra')];
  const { owner } = world.core.database;
  await owner.query(`
    CREATE FUNCTION stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'a row is stuck'; END $$;
    CREATE TRIGGER stuck BEFORE DELETE ON accounts FOR EACH ROW
      WHEN (old.company_id = '${first.companyId}') EXECUTE FUNCTION stuck()`);
  const stuck = run('--apply');
  expect(await stuck.exit()).toBe(2);
  expect(stuck.output()).toMatch(new RegExp(`${first.companyId}.*\n  failed: a row is stuck\n`));
  expect(stuck.output()).toMatch(new RegExp(`${second.companyId}.*\n  erased\n`));
  expect(stuck.output()).toContain('2 companies were due, 1 are left for the next run.');
  expect(await world.found(second.traces)).toEqual([]);
  await owner.query('DROP TRIGGER stuck ON accounts; DROP FUNCTION stuck()');
  expect(await run('--apply').exit()).toBe(0);
  expect(await world.found(first.traces)).toEqual([]);
});

it.each([[[]], [['--apply', '--dry-run']], [['--force']]])('refuses the arguments %j', async (args) => {
  const wrong = run(...args);
  expect(await wrong.exit()).toBe(1);
  expect(wrong.output()).toBe(
    'Usage: npm run retention -- [--demo | --person <email or id>] --dry-run | --apply [--hold <seconds>]\n',
  );
});

import { expect, it } from 'vitest';
import { sealedUpTo, startSealer } from '#tests/proof/sealing-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { withCore } from '#tests/support/servers/program-process.ts';
import { seedCompany } from '#tests/support/servers/seed-company.ts';
import { at, companyWorld, factsIn } from './company-world.ts';
import { expectRefused, killWhileWaiting, runCommand, startCommand, waitsForLock } from './rescue-world.ts';

const world = companyWorld();

it('an import that is killed while it writes leaves nothing, and is done again', () =>
  world.withTarget(async (target) => {
    const before = await factsIn(target);
    // All rows but those with a place in the log are written by then.
    const appends = `SELECT pg_advisory_xact_lock('events'::regclass::oid::integer, 0)`;
    await killWhileWaiting(target.pool, appends, () =>
      startCommand('company', ['import', world.file], at(target)),
    );
    expect(await factsIn(target)).toEqual(before);
    expect(await world.imported(target)).toMatchObject({ code: 0, stderr: '' });
    expect(await runCommand('audit', ['verify'], at(target))).toMatchObject({ code: 0 });
  }));

it('Ctrl-C ends an import that waits for the log, with one line', () =>
  world.withTarget(async (target) => {
    const before = await factsIn(target);
    const appends = `SELECT pg_advisory_xact_lock('events'::regclass::oid::integer, 0)`;
    const start = () => startCommand('company', ['import', world.file], at(target));
    expectRefused(await killWhileWaiting(target.pool, appends, start, 'SIGINT'), /^Stopped\./);
    expect(await factsIn(target)).toEqual(before);
  }));

it('an import that stands still while it writes keeps appends waiting for ten seconds, and ends', () =>
  world.withTarget(async (target) => {
    const before = await factsIn(target);
    const client = await target.pool.connect();
    await client.query('BEGIN; LOCK TABLE events IN SHARE MODE');
    const { child, ended } = startCommand('company', ['import', world.file], at(target));
    await waitsForLock(target.pool);
    child.kill('SIGSTOP');
    await client.query('COMMIT');
    client.release();
    // Its events are written by then, and nothing ends its transaction.
    const append = `BEGIN; SET LOCAL lock_timeout = ${MAX_WAIT_MS};
      SELECT pg_advisory_xact_lock('events'::regclass::oid::integer, 0); COMMIT`;
    const appended = await target.pool.query(append).catch(String);
    child.kill('SIGCONT');
    expect([appended, await ended]).toMatchObject([
      [{ command: 'BEGIN' }, {}, {}, { command: 'COMMIT' }],
      { code: 1, stderr: 'The database went away. Run the same command again.\n' },
    ]);
    expect(await factsIn(target)).toEqual(before);
  }));

it('an export that is killed leaves no file that an import takes', async () => {
  const killed = world.inFolder('killed');
  await killWhileWaiting(world.source.pool, 'LOCK TABLE stream_states, seal_links', () =>
    startCommand('company', ['export', world.company.owner.email, killed], at(world.source)),
  );
  await world.withTarget((target) => world.expectNothingWritten(target, killed, /cannot be read: ENOENT/));
});

it('a company that is here, and one that was erased here, are refused', () =>
  world.withTarget(async (target) => {
    expect(await world.imported(target)).toMatchObject({ code: 0, stderr: '' });
    await world.expectNothingWritten(
      target,
      world.file,
      /^Nothing was imported: company \S+ is here already\.$/m,
    );
    await target.pool.query(
      'INSERT INTO retention_log (company_id, ended_at, begun_at) VALUES ($1, now(), now())',
      [world.company.companyId],
    );
    await world.expectNothingWritten(target, world.file, /was erased here\.$/m);
  }));

it('an email and a name that another company uses are refused and named', () =>
  world.withTarget(async (target, own) => {
    const { email } = world.company.owner;
    await target.pool.query(`INSERT INTO emails VALUES ($1, $2, $3, now(), true)`, [
      ...[email, own.companyId, own.owner.employeeId],
    ]);
    await world.expectNothingWritten(
      target,
      world.file,
      new RegExp(`^Nothing was imported: another company uses ${email}\\.$`, 'm'),
    );
    await target.pool.query('DELETE FROM emails WHERE email = $1', [email]);
    const names = await world.source.pool.query('SELECT name FROM company_names');
    if (names.rowCount === 0) {
      await world.source.pool.query(`INSERT INTO company_names VALUES ('nord', $1, now())`, [
        world.company.companyId,
      ]);
    }
    const named = world.inFolder('named');
    expect(await world.exported(named)).toMatchObject({ code: 0 });
    await target.pool.query(`INSERT INTO company_names VALUES ('nord', $1, now())`, [own.companyId]);
    await world.expectNothingWritten(
      target,
      named,
      /^Nothing was imported: another company has the name nord\.$/m,
    );
  }));

it('an email that another company takes while the file is read is refused, too', () =>
  world.withTarget(async (target, own) => {
    const before = await factsIn(target);
    const client = await target.pool.connect();
    await client.query('BEGIN');
    const taken = [world.company.owner.email, own.companyId, own.owner.employeeId];
    await client.query('INSERT INTO emails VALUES ($1, $2, $3, now(), true)', taken);
    const { ended } = startCommand('company', ['import', world.file], at(target));
    await waitsForLock(target.pool);
    await client.query('COMMIT');
    client.release();
    expectRefused(
      await ended,
      new RegExp(`^Nothing was imported: .*\\(email\\)=\\(${world.company.owner.email}\\)`),
    );
    const after = await factsIn(target);
    expect({ ...after, emails: [] }).toEqual({ ...before, emails: [] });
  }));

it('events that were not sealed yet are sealed where they arrive', () =>
  world.withTarget(async (target) => {
    const databaseUrl = world.source.url;
    const late = await withCore(world.folder, (core) => seedCompany(core, { associates: 1 }), {
      databaseUrl,
    });
    const unsealed = world.inFolder('unsealed');
    const place = at(world.source);
    expect(await runCommand('company', ['export', late.owner.email, unsealed], place)).toMatchObject({
      code: 0,
    });
    await withCore(
      world.folder,
      async ({ database: { owner: pool }, store }) => {
        const sealer = startSealer(pool, store);
        expect(await world.imported(target, unsealed)).toMatchObject({ code: 0, stderr: '' });
        await sealedUpTo(pool, await store.head());
        await sealer.stop();
        expect(sealer.errors).toEqual([]);
      },
      { databaseUrl: target.url },
    );
    const { code, stdout } = await runCommand('audit', ['verify', '--company', late.owner.email], at(target));
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/: \d+ events as sealed/),
    });
  }));

it('a company with a payment or an import under way stays until that has ended', async () => {
  const { companyId } = world.company;
  await world.source.pool.query(
    `INSERT INTO billing_intents (id, company_id, kind, ask, command, asked_at, due_at)
     VALUES ('one', $1, 'cancel', '{}', '{}', now(), now())`,
    [companyId],
  );
  const refused = await world.exported(world.inFolder('paying'));
  await world.source.pool.query('DELETE FROM billing_intents');
  expectRefused(refused, /^A payment of the company is under way/);
  await world.source.pool.query(
    `INSERT INTO imports (company_id, import_id, created_by, created_at, file_name, digest, plan, state, total)
     VALUES ($1, 'one', 'x', now(), 'f.csv', '', '{}', 'running', 1)`,
    [companyId],
  );
  const importing = await world.exported(world.inFolder('importing'));
  await world.source.pool.query('DELETE FROM imports');
  expectRefused(importing, /^The company is importing a file/);
});

it('events that a running process of another version cannot read are refused until it has ended', () =>
  world.withTarget(async (target) => {
    await target.pool.query(
      `INSERT INTO processes VALUES (gen_random_uuid(), '{}', clock_timestamp(), true)`,
    );
    await world.expectNothingWritten(
      target,
      world.file,
      /^Nothing was imported: \w+ v1 is not read by every process that runs here\.$/m,
    );
    await target.pool.query('DELETE FROM processes');
    expect(await world.imported(target)).toMatchObject({ code: 0, stderr: '' });
  }));

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliError } from '#platform/terminal.ts';
import { type CopiedPostgres, startCopiedPostgres } from '#tests/durability/copied-postgres.ts';
import { temporaryDataDir, withCore } from '#tests/support/servers/program-process.ts';

const { dataDir, remove } = temporaryDataDir();
let postgres: CopiedPostgres;
beforeAll(async () => {
  postgres = await startCopiedPostgres();
});
afterAll(async () => {
  await postgres.remove();
  remove();
});

const start = (url: string) => withCore(dataDir, async () => 'started', { databaseUrl: url });

/** What the start says; more than its first line would be a fault. */
async function refusal(url: string): Promise<string> {
  const error = await start(url).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CliError);
  return (error as Error).message;
}

async function set(name: string, value: string): Promise<void> {
  await postgres.ask(`ALTER SYSTEM SET ${name} = ${value}`);
  await postgres.ask('SELECT pg_reload_conf()');
  await expect.poll(async () => (await postgres.ask(`SHOW ${name}`))[0]).toEqual({ [name]: value });
}

describe('a server that would lose what it has acknowledged is refused with one line', () => {
  it.each(['fsync', 'full_page_writes'])('with %s = off', { tags: ['reliability-03'] }, async (name) => {
    await set(name, 'off');
    expect(await refusal(postgres.url)).toBe(
      `DATABASE_URL: ${new URL(postgres.url).host} has ${name} = off instead of on; ` +
        'with it, what was acknowledged can be lost',
    );
    await set(name, 'on');
    expect(await start(postgres.url)).toBe('started');
  });

  it.each([
    ['synchronous_commit=off', 'synchronous_commit = off instead of on'],
    [
      'default_transaction_isolation=serializable',
      'default_transaction_isolation = serializable instead of read committed',
    ],
  ])('with %s for our sessions', async (option, said) => {
    const url = new URL(postgres.url);
    url.searchParams.set('options', `-c ${option}`);
    expect(await refusal(url.href)).toContain(said);
  });

  it('with a database that has no place for some names', async () => {
    await postgres.ask(`CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
    const url = new URL(postgres.url);
    url.pathname = '/latin';
    expect(await refusal(url.href)).toBe(
      `DATABASE_URL: ${url.host} has server_encoding = LATIN1 instead of UTF8; with it, not every name can be stored`,
    );
  });

  it('but what is only a default of the server is set by each session', async () => {
    await set('synchronous_commit', 'off');
    expect(await start(postgres.url)).toBe('started');
    await set('synchronous_commit', 'on');
  });
});

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sealedUpTo, tamper } from '#tests/proof/sealing-world.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { seedCompany } from '#tests/support/servers/seed-company.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { signIn, startAnother } from '#tests/support/servers/test-program.ts';
import { eventsUpTo, runCommand } from './rescue-world.ts';

it('a backup of a history that was changed is restored, and the change is found in its seals and figures', async () => {
  const folder = serverFolder();
  const [source, target] = [await createTestDatabase(), await createTestDatabase({ template: 'template0' })];
  try {
    const place = { DATABASE_URL: source.url };
    const program = await startAnother({ databaseUrl: source.url });
    const company = await seedCompany(program.core);
    const seller = await signIn(createHttpClient(program.url), company.associates[0]?.email ?? '');
    const sale = {
      ...{ name: 'Roof', campaignId: company.campaigns[0]?.campaignId ?? '', price: 100 },
      ...{ status: 'Closed', customerNumber: 'c' },
    };
    expect((await seller.post('/api/sales/addsale', sale)).status).toBe(200);
    // The read models have it, and so has the chain.
    expect((await seller.get('/api/sales/getsales/all')).body.requestedData).toHaveLength(1);
    const { rows } = await source.pool.query<{ head: number }>('SELECT max(position) AS head FROM events');
    await sealedUpTo(source.pool, Number(rows[0]?.head));
    await program.stop();
    await tamper(
      source.pool,
      `UPDATE events SET data = replace(data::text, '"commissionCents":1000', '"commissionCents":9000')::json
        WHERE type = 'SaleRecorded'`,
    );

    const file = join(folder.path, 'backup');
    expect(await runCommand('backup', [file], place)).toMatchObject({ code: 0, stderr: '' });
    const { code, stdout, stderr } = await runCommand('restore', [file], { DATABASE_URL: target.url });
    expect({ code, stderr }, stdout).toEqual({ code: 2, stderr: '' });
    const { companyId } = company;
    const lines = stdout.split('\n').slice(3);
    expect(lines).toEqual([
      `Company ${companyId}: it had 1 Closed sales with a commission of $10.00, and has 1 Closed sales with a commission of $90.00.`,
      expect.stringMatching(
        `^Company ${companyId}: SaleRecorded, event 0 of \\S+, at position \\d+ was changed: `,
      ),
      'Restored, with 2 findings.',
      '',
    ]);
    const all = Number.MAX_SAFE_INTEGER;
    expect(await eventsUpTo(target.pool, all)).toEqual(await eventsUpTo(source.pool, all));
  } finally {
    await source.drop();
    await target.drop();
    folder.remove();
  }
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fingerprint } from '#contracts/proof/verdict.ts';
import { dailySealOf } from '#services/main/wiring.ts';
import type { BrowserWorld } from '#tests/support/browser/browser-world.ts';
import { download, fileReader } from '#tests/support/browser/offline-file.ts';

const DAY_MS = 86_400_000;

/** The proof of a company, on its page and in its file. */
export function auditProof(world: BrowserWorld): void {
  test('a manager verifies the whole history, compares a seal with its mail, and finds a changed event', async () => {
    const { core } = world.program;
    const tomorrow = { ...core, clock: { now: () => new Date(Date.now() + DAY_MS) } };
    const { sealYesterday } = dailySealOf(tomorrow, () => world.program.url);
    // There is no seal while a recent event has no link yet.
    await expect.poll(() => sealYesterday(AbortSignal.timeout(20_000))).toBeGreaterThan(0);
    // The newest first; a run over midnight has one more seal, of the day that ended.
    const { rows } = await core.database.owner.query(
      `SELECT content FROM mail_outbox WHERE id LIKE 'seal %' ORDER BY id DESC`,
    );
    const [, mailed = 'none'] = /In full: ([0-9a-f]{64})/.exec(rows[0]?.content.text) ?? [];

    const { page } = await world.openDashboard(world.team.manager);
    await page.getByRole('link', { name: 'Proof', exact: true }).click();
    await page.getByRole('heading', { name: 'Proof' }).waitFor();
    await page.getByRole('table').getByText(fingerprint(mailed)).waitFor();
    const check = page.getByRole('button', { name: 'Check the whole history' });
    await check.click();
    await page.getByText(/\d+ events, nothing changed, until/).waitFor();
    await page.getByText(rows.length === 1 ? '1 seal fits.' : `${rows.length} seals fit.`).waitFor();

    const [sale] = (
      await core.database.owner.query(
        `SELECT position, data::text FROM events WHERE type = 'SaleRecorded' ORDER BY position LIMIT 1`,
      )
    ).rows;
    const write = async (data: string) => {
      await core.database.owner.query('ALTER TABLE events DISABLE TRIGGER USER');
      await core.database.owner.query('UPDATE events SET data = $2 WHERE position = $1', [
        sale.position,
        data,
      ]);
      await core.database.owner.query('ALTER TABLE events ENABLE TRIGGER USER');
    };
    await write(sale.data.replace('"Lead"', '"Closed"').replace('"priceCents":', '"priceCents":1'));
    await check.click();
    await page.getByText('An event of a sale was changed after it was recorded.').waitFor();
    const place = await page.getByRole('link', { name: 'What else happened to it' }).getAttribute('href');
    expect(place).toBe(`/layout/history/sale/${JSON.parse(sale.data).saleId}`);
    await page.getByText('For whoever helps you').click();
    await page.getByText(`at position ${sale.position} was changed`).waitFor();
    await write(sale.data);
    await check.click();
    await page.getByText(/nothing changed/).waitFor();
  });

  test('a file checks itself in any browser without a network, and names what was changed in it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tallyboard-'));
    const boss = await world.openAt('/layout/proof', world.team.manager);
    const path = await download(boss.page, 'Download everything', folder);
    const opened = await fileReader(world);
    const whole = await opened(path);
    expect(whole).toContain('Everything holds');
    expect(whole).toContain('Sofia Marchetti');

    const file = readFileSync(path);
    const flipped = (at: number, name: string) => {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(join(folder, name), changed);
      return join(folder, name);
    };
    // Its second digit, since no number begins with 0.
    const price = file.indexOf('"priceCents":') + '"priceCents":'.length + 1;
    expect(await opened(flipped(price, 'price.html'))).toMatch(
      /This file does not hold\n+Event \d+ \(sale recorded, .*\) was changed/,
    );
    expect(await opened(flipped(file.indexOf('"madeAt":"') + 13, 'begin.html'))).toContain(
      'The file is not as it was made.',
    );
    const around = 'Around what was exported stands something that was not there.';
    expect(await opened(flipped(file.indexOf('<h1>') + 5, 'around.html'))).toContain(around);
    const added = join(folder, 'added.html');
    writeFileSync(added, file.toString().replace('</body>', '<p>Commission: $9,000.00</p></body>'));
    const shown = await opened(added);
    expect(shown).toContain(around);
    expect(shown).not.toContain('9,000');
    const script = file.lastIndexOf('<script>') + 40;
    expect(await opened(flipped(script, 'script.html'), false)).toContain('Not checked.');

    const colleague = await world.openAt('/layout/myprofile', world.people[0]);
    const own = await opened(await download(colleague.page, 'Download my statement', folder));
    expect(own).toContain('Everything holds');
    expect(own).toContain('of the others only what closes the chain');
    rmSync(folder, { recursive: true });
  });
}

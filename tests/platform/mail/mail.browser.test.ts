import { describe, expect, it } from 'vitest';
import { violationsOn } from '#tests/support/browser/accessibility.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { everyMail } from './every-mail.ts';

const world = browserWorld();

const to = { name: 'Ana', address: 'ana@people.test' };
const mails = Object.entries(everyMail());

describe('the development mailbox in a browser', () => {
  it('shows a mail in its frame, and runs no script of it', async () => {
    const html = `<h1>Hello</h1><script>parent.document.title = 'taken'</script><img src="x" onerror="document.body.append('ran')">`;
    await world.program.core.mail.outbox.post(
      { to, subject: '<b>Hi</b>', text: 'Hello', html },
      { id: 'hostile' },
    );
    const { page } = await world.open();
    // Mails of jobs may come beside it.
    const article = page.getByRole('article').filter({ hasText: '<b>Hi</b>' });
    await expect
      .poll(async () => {
        await page.goto('/dev/mailbox');
        return article.count();
      })
      .toBe(1);
    const mail = article.frameLocator('iframe');
    await mail.getByRole('heading', { name: 'Hello' }).waitFor();
    expect(await mail.locator('body').innerText()).not.toContain('ran');
    expect(await page.title()).toBe('Mailbox');
    await page.getByRole('heading', { name: '<b>Hi</b>' }).waitFor();
    await article.getByText('As text').click();
    expect(await article.locator('pre').innerText()).toBe('Hello');
  });
});

describe('mail templates', () => {
  const long = Object.entries(everyMail('W'.repeat(120)));

  it.each([390, 700])('fit the screen and are readable, light and dark, at %i px', async (width) => {
    // Not one that shows a page of ours: its content policy would hold for the mail.
    const { page } = await world.open({ width, isNew: true });
    for (const [kind, { html }] of [...mails, ...long]) {
      await page.setContent(html);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        const violations = await violationsOn(page, colorScheme === 'light' ? 'all' : 'colours');
        expect([kind, colorScheme, wide, violations]).toEqual([kind, colorScheme, width, []]);
      }
    }
  });
});

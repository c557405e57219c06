import { describe, expect, it } from 'vitest';
import { everyLetter } from '#platform/mail/letters/every-letter.fixture.ts';
import { violationsOn } from '../support/accessibility.ts';
import { browserWorld } from '../support/browser-world.ts';

const world = browserWorld();

const to = { name: 'Ana', address: 'ana@people.test' };
const letters = Object.entries(everyLetter());

describe('the development mailbox in a browser', () => {
  it('shows a letter in its frame, and runs nothing of it', async () => {
    const html = `<h1>Hello</h1><script>parent.document.title = 'taken'</script><img src="x" onerror="document.body.append('ran')">`;
    await world.program.core.mail.outbox.post(
      { to, subject: '<b>Hi</b>', text: 'Hello', html },
      { id: 'hostile' },
    );
    const { page } = await world.open();
    await expect
      .poll(async () => {
        await page.goto('/dev/mailbox');
        return page.getByRole('article').count();
      })
      .toBe(1);
    const letter = page.frameLocator('iframe');
    await letter.getByRole('heading', { name: 'Hello' }).waitFor();
    expect(await letter.locator('body').innerText()).not.toContain('ran');
    expect(await page.title()).toBe('Mailbox');
    await page.getByRole('heading', { name: '<b>Hi</b>' }).waitFor();
    await page.getByText('As text').click();
    expect(await page.locator('pre').innerText()).toBe('Hello');
  });
});

describe('letters', () => {
  const looks = [390, 700].flatMap((width) => [false, true].map((dark) => ({ width, dark })));

  it.each(looks)('fit the screen and can be read ($width px, dark: $dark)', async ({ width, dark }) => {
    const { page } = await world.open({ width, dark });
    const name = 'W'.repeat(120);
    for (const [kind, { html }] of [...letters, ...Object.entries(everyLetter(name))]) {
      await page.setContent(html);
      expect([kind, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([kind, width]);
      expect([kind, await violationsOn(page)]).toEqual([kind, []]);
    }
  });
});

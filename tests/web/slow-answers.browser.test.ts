import { expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { signInAs } from '#tests/support/browser/chromium.ts';
import { banner, waitForSuccess } from '#tests/support/browser/screen-steps.ts';
import { startTcpProxy } from '#tests/support/servers/tcp-proxy.ts';

const world = browserWorld();

test('an answer that takes 14 s is waited for; a call without one ends in words after 15 s', {
  tags: ['spec-7.63'],
}, async () => {
  const proxy = await startTcpProxy(new URL(world.program.url));
  const person = await world.open({}, proxy.url);
  const { page } = person;
  await page.clock.install();
  await signInAs(person, world.team.manager.email);
  await page.getByText('Live', { exact: true }).waitFor();
  const save = async (name: string) => {
    await page.goto('/layout/addgoal');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Sales Hourly').fill('1');
    await page.getByLabel('Decisions Hourly').fill('1');
    // From here on time passes only by `runFor`.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    proxy.hold();
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('goal'),
    );
    await page.getByRole('button', { name: 'Add goal' }).click();
    await sent;
  };
  const isWaiting = () => page.getByRole('button', { name: 'Adding…' }).isVisible();

  await save('A slow goal');
  await page.clock.runFor(14_000);
  expect(await isWaiting()).toBe(true);
  proxy.release();
  await waitForSuccess(page, 'Data saved successfully');
  await page.clock.resume();

  await save('A lost goal');
  await page.clock.runFor(14_900);
  expect(await isWaiting()).toBe(true);
  await page.clock.runFor(100);
  await banner(page).getByText('The service is briefly unavailable').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('A lost goal');
  proxy.release();
  await person.context.close();
  await proxy.close();
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Program } from '#services/main/program.ts';
import { expectRatio, requestAndNotifyMs, shortestOf } from '#tests/support/promised.ts';
import { startAnother, startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';
import { aMail } from './mail-world.ts';

let jobs: TestProgram;
let api: Program;
beforeAll(async () => {
  jobs = await startTestProgram({ roles: new Set(['jobs', 'projections']) });
  api = await startAnother(jobs, { roles: new Set(['api']) });
});
afterAll(async () => {
  await api.stop();
  await jobs.stop();
});

it('a mail of another process leaves in 200 times a request and a NOTIFY, not at the next check', async () => {
  const baseline = { name: 'a bare request and a NOTIFY', ms: await requestAndNotifyMs(jobs) };
  const sent = async () =>
    ((await (await fetch(`${api.url}/dev/mailbox.json`)).json()) as readonly unknown[]).length;
  let posted = 0;
  const ms = await shortestOf(5, async () => {
    posted += 1;
    await api.core.mail.outbox.post(aMail(), { id: `mail ${posted}` });
    await expect.poll(sent, { interval: 2, message: 'mails in the mailbox' }).toBe(posted);
  });
  expectRatio(200, { name: 'mail to mailbox', ms }, baseline);
});

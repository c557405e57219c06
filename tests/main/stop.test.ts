import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import { startTestProgram } from '#tests/support/servers/test-program.ts';

it('a stop finishes pending requests, and does not wait for idle connections', async () => {
  const program = await startTestProgram();
  const company = await program.seedCompany();
  const browser = await program.signIn(company.owner.email);
  // Waits for a position that never comes, so the request is pending when the stop begins.
  const never = 999_999_999;
  const waits = vi.spyOn(program.progress, 'waitFor');
  const asked = browser.get('/api/goals/getgoals/all', { 'x-tallyboard-position': String(never) });
  await vi.waitFor(() => expect(waits).toHaveBeenCalledWith(never, expect.any(Number)), WAIT_OPTIONS);
  // An idle connection that its client keeps open for ever.
  const idle = connect(Number(new URL(program.url).port), '127.0.0.1');
  idle.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await once(idle, 'data');
  let stopped = false;
  const stopping = program.stop().then(() => {
    stopped = true;
  });
  expect((await asked).status).toBe(200);
  await expect.poll(() => stopped, { message: 'the program has stopped' }).toBe(true);
  await stopping;
  idle.destroy();
});

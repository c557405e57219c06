import { expect } from 'vitest';
import { createHttpClient, type HttpClient } from '#tests/support/servers/http-client.ts';
import { signIn } from '#tests/support/servers/test-program.ts';

/** Answers of the API, by the email of the employee and the path of the call. */
export type Answers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const TIME_ZONE = 'America/Toronto';

/** Signs in every employee of `answers` and repeats each of their calls. */
export async function askAgain(url: string, answers: Answers): Promise<Answers> {
  const again: Record<string, Record<string, unknown>> = {};
  for (const [email, calls] of Object.entries(answers)) {
    const browser = await signIn(createHttpClient(url), email, undefined, TIME_ZONE);
    const replies: Record<string, unknown> = {};
    for (const path of Object.keys(calls)) {
      const { status, body } = await browser.get(`/api${path}`);
      replies[path] = status === 200 ? body : { status, body };
    }
    again[email] = replies;
  }
  return again;
}

/** Verifies the company's whole history and resolves with the result. */
export async function verifyProof(browser: HttpClient): Promise<{ state: string; fault: unknown }> {
  await browser.post('/api/audit/proof/verification');
  let verification = { state: 'running', fault: null };
  const state = async () => {
    ({ verification } = (await browser.get('/api/audit/proof')).body);
    return verification.state;
  };
  await expect.poll(state, { message: 'state of the verification' }).not.toBe('running');
  return verification;
}

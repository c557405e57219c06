import type pg from 'pg';
import type { Page } from 'playwright-core';
import { newId } from '#platform/ids.ts';
import { mailedCode } from '#tests/auth/mailed-code.ts';

export type ProvenRegistrant = {
  readonly companyId: string;
  readonly companyName: string;
  readonly email: string;
};

const PASSWORD = 'Quiet.otter7';

/** A browser that has registered a company and proven its email by requests, so that the card step is next. */
export async function proveRegistrant(page: Page, pool: pg.Pool): Promise<ProvenRegistrant> {
  const id = newId();
  const [companyName, email] = [`Hopper ${id}`, `grace.${id}@example.test`];
  const post = async (path: string, form: Record<string, string>) => {
    const reply = await page.request.post(`/api/registration/${path}`, { form });
    if (!reply.ok()) throw new Error(`${path}: ${reply.status()}`);
    return reply.json();
  };
  const names = { firstName: 'Grace', lastName: 'Hopper', companyName, email, employeeCount: '0-20' };
  const { companyId } = await post('register-company', {
    ...names,
    password: PASSWORD,
    confirmPassword: PASSWORD,
  });
  const { otpId } = await post('confirm-email', { username: email });
  const otp = await mailedCode(pool, otpId);
  await post('verify-otp', { otp, id: otpId });
  const held = { email, companyName, employeeCount: '0-20', companyId, otpId };
  await page.goto('/terms-of-use');
  await page.evaluate(
    (kept) => sessionStorage.setItem('tallyboard.registration', kept),
    JSON.stringify(held),
  );
  return { companyId, companyName, email };
}

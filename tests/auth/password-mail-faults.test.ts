import { beforeEach, expect, it } from 'vitest';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import { CHOSEN, resetting } from './reset-world.ts';

const api = apiWorld();
let company: Company;
beforeEach(async () => {
  company = await api.company();
});

const email = () => company.associate.email;
const signIn = async (password: string, more: Record<string, string> = {}) =>
  (await api.client().post('/login', { username: email(), password, ...more })).status;

/** The password is a first one, which the company wants to be replaced. */
async function asFirst(): Promise<void> {
  await api.rules.set(company.companyId, { ownPasswords: true });
  await api.pool.query(
    `UPDATE accounts SET first_password_hash = password_hash, first_password_ends_at = now() + interval '1 day'
      WHERE employee_id = $1`,
    [company.associate.employeeId],
  );
}

const CHANGES = {
  'an own change': async () => {
    const browser = await api.signedIn(company.associate);
    return () => browser.patch('/employees/password', { currentPassword: PASSWORD, newPassword: CHOSEN });
  },
  'a reset': async () => {
    const steps = resetting(api.client(), api.pool);
    const otpId = await steps.prove(email());
    return () => steps.reset(email(), otpId);
  },
  'the first sign-in': async () => {
    await asFirst();
    return () => api.client().post('/login', { username: email(), password: PASSWORD, newPassword: CHOSEN });
  },
};

it.each(Object.entries(CHANGES))(
  '%s whose mail cannot be stored changes nothing; else the mail is there',
  async (_, prepare) => {
    const change = await prepare();
    await api.pool.query(`
      CREATE FUNCTION no_mail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no mail'; END $$;
      CREATE TRIGGER no_mail BEFORE INSERT ON mail_outbox FOR EACH ROW
        WHEN (new.id LIKE 'password changed %') EXECUTE FUNCTION no_mail()`);
    expect((await change()).status).toBe(500);
    await api.pool.query('DROP TRIGGER no_mail ON mail_outbox; DROP FUNCTION no_mail()');
    await api.pool.query('UPDATE account_rules SET own_passwords = false');
    expect([await signIn(PASSWORD), await signIn(CHOSEN)]).toEqual([200, 401]);

    await api.pool.query('UPDATE account_rules SET own_passwords = true');
    const again = await change();
    expect(again.status).toBe(200);
    const { rows } = await api.pool.query(
      `SELECT content->>'subject' AS subject FROM mail_outbox
      WHERE id LIKE 'password changed %' AND content->'to'->>'address' = $1`,
      [email()],
    );
    expect(rows).toHaveLength(1);
  },
);

import { expect, it } from 'vitest';
import { expireRegistrationsJob } from '#services/registration/expire-registrations.job.ts';
import { apiWorld } from '#tests/support/servers/api-under-test.ts';
import { unlimited } from './code-source.ts';
import { formOf, registrant } from './registration-world.ts';

const DAY = 24 * 3_600_000;
const clock = { time: Date.now(), now: () => new Date(clock.time) };

const api = apiWorld({ clock, limits: unlimited });

const newRegistrant = () => registrant(api.client(), api.pool);
const stageOf = async (companyId: string) => (await api.commands.companies.companyOf(companyId)).kind;
const expire = (signal = new AbortController().signal) =>
  expireRegistrationsJob({ clock, ...api.registration }).handler(
    {},
    { jobId: 'a job', attempt: 1, log: api.log, signal },
  );
const left = async () => {
  const { rows } = await api.pool.query(
    `SELECT company_id FROM registrations UNION ALL SELECT company_id FROM registration_tickets`,
  );
  return rows.map(({ company_id }) => company_id);
};

it('ends all registrations that are unproven for seven days, and no others', async () => {
  const proven = await newRegistrant().arrive(formOf());
  const late = newRegistrant();
  const form = formOf();
  const { companyId } = (await late.register(form)).body;
  // More than the job reads at once.
  const { rowCount } = await api.pool.query(
    `INSERT INTO registrations SELECT company_id || n, email || n, first_name, last_name, company_name,
            employee_count, password_hash, registered_at FROM registrations, generate_series(1, 150) n`,
  );
  expect(rowCount).toBe(150);

  clock.time += 7 * DAY;
  await expire();
  expect(await stageOf(companyId)).toBe('registered');
  const fresh = (await newRegistrant().register(formOf())).body.companyId;

  clock.time += 1;
  await expire(AbortSignal.abort());
  expect(await stageOf(companyId)).toBe('registered');
  await expire();
  await expire();
  expect(await stageOf(companyId)).toBe('expired');
  expect(await stageOf(fresh)).toBe('registered');
  expect(await stageOf(proven.companyId)).toBe('verified');
  expect(await left()).toEqual([fresh, fresh]);

  // Nothing of them is in the way of a new registration, not even the former browser's cookie.
  expect((await late.confirm(form.email)).body.error).toBe('unableToVerifyEmail');
  const again = await late.arrive(form);
  expect(again.companyId).not.toBe(companyId);
  expect(await stageOf(again.companyId)).toBe('verified');
});

it('deletes the rest of a registration that was interrupted after its email was proven', async () => {
  const form = formOf();
  const me = newRegistrant();
  const { companyId } = (await me.register(form)).body;
  const { rows } = await api.pool.query('SELECT * FROM registrations WHERE company_id = $1', [companyId]);
  expect((await me.prove(form.email)).body.next).toBe('card');
  await api.pool.query(
    'INSERT INTO registrations SELECT * FROM json_populate_record(NULL::registrations, $1)',
    [JSON.stringify(rows[0])],
  );
  clock.time += 7 * DAY + 1000;
  await expire();
  expect(await stageOf(companyId)).toBe('verified');
  expect(await left()).not.toContain(companyId);
});

import { expect, it } from 'vitest';
import { steppedTime } from '#tests/support/stepped-time.ts';
import { createWriteQuotas } from './write-quotas.ts';

const ada = { companyId: 'acme', employeeId: 'ada' };
const bob = { companyId: 'acme', employeeId: 'bob' };
const other = { companyId: 'other', employeeId: 'ada' };

function world(perCompany: number, perPerson: number) {
  const { scheduler, pass } = steppedTime();
  const { take } = createWriteQuotas({ perCompany, perPerson }, scheduler);
  /** How many of so many writes at once are taken. */
  const taken = (person: typeof ada, times: number) =>
    Array.from({ length: times }, () => take(person)).filter(({ ok }) => ok).length;
  return { take, taken, pass };
}
const refusedFor = (retryAfterSeconds: number) => ({ ok: false, code: 'tooManyRequests', retryAfterSeconds });

it('saves up five minutes of writes, then takes so many a second', async () => {
  const { taken, pass } = world(0, 2);
  expect(taken(ada, 1000)).toBe(600);
  await pass(1000);
  expect(taken(ada, 10)).toBe(2);
  await pass(300_000);
  expect(taken(ada, 1000)).toBe(600);
  await pass(86_400_000);
  expect(taken(ada, 1000), 'no more after a day').toBe(600);
});

it('names the time after which one more is taken, in whole seconds', async () => {
  const { take, taken, pass } = world(0, 2);
  taken(ada, 600);
  expect(take(ada)).toEqual(refusedFor(1));
  await pass(500);
  expect(take(ada)).toMatchObject({ ok: true });
  expect(take(ada)).toEqual(refusedFor(1));
  await pass(1000);
  expect(take(ada)).toMatchObject({ ok: true });
});

it('counts people of one company apart, and companies apart', () => {
  const { take, taken } = world(2.5, 2);
  taken(ada, 600);
  expect(take(ada)).toEqual(refusedFor(1));
  expect(taken(bob, 600), 'what the company has left').toBe(150);
  expect(take({ ...bob, employeeId: 'new' })).toEqual(refusedFor(1));
  expect(taken(other, 1000), 'the same id in another company').toBe(600);
});

it('a refused write counts for neither', async () => {
  const { taken, pass } = world(2.5, 2);
  taken(ada, 5000);
  expect(taken(bob, 600)).toBe(150);
  taken(bob, 5000);
  await pass(2000);
  expect(taken(ada, 10)).toBe(4);
  expect(taken(bob, 10)).toBe(1);
});

it('0 is no limit', () => {
  expect(world(0, 0).taken(ada, 100_000)).toBe(100_000);
});

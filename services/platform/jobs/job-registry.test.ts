import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { type JobType, jobType } from './job.ts';
import { createJobRegistry } from './job-registry.ts';

const good = jobType({
  name: 'good-job',
  data: Type.Object({}),
  attempts: 1,
  backoff: { kind: 'fixed', delay: 0 },
});

describe('the registry of job types refuses at boot', () => {
  const wrong: [what: string, job: Partial<JobType>, words: RegExp][] = [
    ['a name that BullMQ would take apart', { name: 'good:job' }, /kebab-case/],
    ['a job that is never tried', { attempts: 0 }, /attempts/],
    ['a rest that is no number', { backoff: { kind: 'fixed', delay: Number.NaN } }, /back-off/],
    ['an interval of nothing', { schedule: { every: 0 } }, /whole milliseconds/],
    ['a pattern that is none', { schedule: { pattern: 'at noon', tz: 'UTC' } }, /no cron pattern/],
    ['a zone that is none', { schedule: { pattern: '0 3 * * *', tz: 'Mars/Olympus' } }, /unknown time zone/],
    [
      'a schedule of a job that needs data',
      { schedule: { every: 1000 }, data: Type.Object({ who: Type.String() }) },
      /cannot run by schedule: data must have required properties who/,
    ],
  ];
  it.each(wrong)('%s', (_what, job, words) => {
    expect(() => createJobRegistry([{ ...good, ...job }])).toThrow(words);
  });

  it('two types with one name', () => {
    expect(() => createJobRegistry([good, good])).toThrow('job "good-job": two types have this name');
  });
});

it('the registry accepts valid types and reports what is wrong with data', () => {
  const mail = { ...good, name: 'mail', data: Type.Object({ to: Type.String() }) };
  const nightly = { ...good, schedule: { pattern: '0 3 * * *', tz: 'Europe/Berlin' } };
  const registry = createJobRegistry([mail, nightly]);
  expect(registry.get('mail')?.complaint({ to: 'x' })).toBeNull();
  expect(registry.get('mail')?.complaint({ to: 1 })).toBe('data/to must be string');
});

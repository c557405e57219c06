import { expect, test } from 'vitest';
import { projected } from '#tests/projections/projected.ts';
import { jobAids } from './job-aids.projector.ts';

const opening = { name: 'Opening lines', url: 'https://guide.example.com/open' };
const added = { type: 'JobAidAdded', data: { jobAidId: 'a1', jobAid: opening } } as const;

test('a job aid is listed as last edited', () => {
  const after = { name: 'First words', url: 'https://guide.example.com/first' };
  const edited = { type: 'JobAidEdited', data: { jobAidId: 'a1', before: opening, after } } as const;
  expect(projected(jobAids, added).rowsOf('job_aids')).toEqual([
    { company_id: 'co', job_aid_id: 'a1', ...opening, since: 1 },
  ]);
  const { rowsOf } = projected(jobAids, added, edited);
  expect(rowsOf('job_aids')).toEqual([{ company_id: 'co', job_aid_id: 'a1', ...after, since: 2 }]);
  expect(rowsOf('past_job_aids')).toEqual([
    { company_id: 'co', job_aid_id: 'a1', ...opening, since: 1, until: 2 },
  ]);
});

test('a deleted job aid is no longer listed', () => {
  const deleted = { type: 'JobAidDeleted', data: { jobAidId: 'a1', before: opening } } as const;
  const { rowsOf } = projected(jobAids, added, deleted);
  expect(rowsOf('job_aids')).toEqual([]);
  expect(rowsOf('past_job_aids')).toMatchObject([{ name: 'Opening lines', since: 1, until: 2 }]);
});

test('an edit of an unknown job aid is set aside', () => {
  const edited = { type: 'JobAidEdited', data: { jobAidId: 'a1', before: opening, after: opening } } as const;
  expect(projected(jobAids, edited).aside).toHaveLength(1);
});

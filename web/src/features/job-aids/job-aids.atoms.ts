import { deleteJobAid, getJobAids, type JobAid } from '#contracts/endpoints/job-aids.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { createDeletion, type Deletion } from '../../kit/forms/deletion.atoms.ts';

/** All job aids of the company, by name. */
export const jobAidsQuery = createQuery({
  endpoint: getJobAids,
  ask: (api, _all: null) => api.call(getJobAids, { query: {} }),
  tags: () => ['job aids'],
});

/** Made for the screen that shows its messages. */
export function createJobAidDeletion(): Deletion<JobAid> {
  return createDeletion<JobAid, typeof deleteJobAid>({
    send: (api, { id }) => api.call(deleteJobAid, { params: { id } }),
    failure: 'couldNotDeleteAid',
    unreachable: 'failedToDeleteAid',
  });
}

/** The host of a link, without `www.`; null for a text that is no web address. */
export function hostOf(address: string): string | null {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.host.replace(/^www\./, '') : null;
}

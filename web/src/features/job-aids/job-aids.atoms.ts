import { deleteJobAid, getJobAids, type JobAid } from '#contracts/endpoints/job-aids.endpoints.ts';
import { createResource } from '../../api/resource.atoms.ts';
import { createDeletion, type Deletion } from '../../app/forms/deletion.atoms.ts';

/** All job aids of the company, by name. */
export const jobAidsResource = createResource({ ask: (api) => api.call(getJobAids, { query: {} }) });

/** Made for the screen that shows its messages. */
export function createJobAidDeletion(): Deletion<JobAid> {
  return createDeletion<JobAid, typeof deleteJobAid>({
    send: (api, { id }) => api.call(deleteJobAid, { params: { id } }),
    failure: 'couldNotDeleteAid',
    unreachable: 'failedToDeleteAid',
  });
}

/** The host that a link leads to, without a `www.`; null for what is no link into the web. */
export function hostOf(address: string): string | null {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.host.replace(/^www\./, '') : null;
}

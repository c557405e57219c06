import { deleteJobAid, getJobAids, type JobAid } from '#contracts/endpoints/job-aids.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { createDeletion, type Deletion } from '../../kit/forms/deletion.atoms.ts';
import { liveCatalogueVersionAtom } from '../../live/live.atoms.ts';

/** All job aids of the company, by name. */
export const jobAidsQuery = createQuery({
  endpoint: getJobAids,
  ask: (api, _all: null, get) => api.call(getJobAids, { query: {}, since: get(liveCatalogueVersionAtom) }),
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

/** The address of a page in the web; null for any other text. */
export function webAddress(text: string): URL | null {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

/** Longer texts fill a row. */
const LONGEST_SHOWN = 60;

/** An address without `https://` and `www.`, at most 60 characters: many links of a company lead to the same host. */
export function shownAddress({ host, pathname, search }: URL): string {
  const shown = `${host.replace(/^www\./, '')}${readable(pathname)}${readable(search)}`.replace(/\/$/, '');
  return shown.length > LONGEST_SHOWN ? `${shown.slice(0, LONGEST_SHOWN - 1)}…` : shown;
}

/** A part of an address without its percent signs, unless it then had invisible characters or made no text. */
function readable(part: string): string {
  try {
    const text = decodeURIComponent(part);
    return /\p{C}/u.test(text) ? part : text;
  } catch {
    return part;
  }
}

import { addJobAid, editJobAid, getJobAids, type JobAid } from '#contracts/endpoints/job-aids.endpoints.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { createEdit } from '../../kit/forms/edit.atoms.ts';
import { createForm, type Form, missingIn, type Problem } from '../../kit/forms/form.atoms.ts';
import { jobAidsQuery, webAddress } from './job-aids.atoms.ts';

export type JobAidDraft = { name: string; url: string };
export type JobAidForm = Form<JobAidDraft>;

const EMPTY: JobAidDraft = { name: '', url: '' };

/** One form for the whole visit: the draft survives a visit to another screen. */
export const newJobAidForm = createForm<JobAidDraft, typeof addJobAid>({
  adds: true,
  start: () => EMPTY,
  check: problemOf,
  send: (api, draft, idempotencyKey) => api.call(addJobAid, { body: trimmed(draft), idempotencyKey }),
  fieldsOf,
  failure: 'failedAdd',
  success: ({ message }) => message,
  next: () => EMPTY,
});

export function createJobAidEdit(jobAid: JobAid): Form<JobAidDraft> {
  const rowIn = (jobAids: readonly JobAid[] | undefined) => jobAids?.find(({ id }) => id === jobAid.id);
  return createEdit<JobAidDraft, typeof editJobAid>({
    row: (get) => draftOf(rowIn(get(jobAidsQuery.replyAtom)?.requestedData) ?? jobAid),
    ask: async (api) => {
      const answer = await api.call(getJobAids, { query: {} });
      if (!answer.ok) return undefined;
      const row = rowIn(answer.reply.requestedData);
      return row ? draftOf(row) : null;
    },
    missing: 'noSuchJobAid',
    check: problemOf,
    send: (api, changed, idempotencyKey) =>
      api.call(editJobAid, { params: { id: jobAid.id }, body: trimmed(changed), idempotencyKey }),
    fieldsOf,
    failure: 'failedEdit',
    success: 'updated',
  });
}

function draftOf({ name, doc_url }: JobAid): JobAidDraft {
  return { name, url: doc_url };
}

function problemOf(draft: JobAidDraft): Problem<JobAidDraft> | null {
  const missing = missingIn(draft, ['name', 'url']);
  if (missing.length > 0) return { error: 'incompleteFields', fields: missing };
  return webAddress(draft.url.trim()) === null ? { error: 'invalidUrl', fields: ['url'] } : null;
}

function fieldsOf(error: MessageCode, draft: JobAidDraft): readonly (keyof JobAidDraft)[] {
  if (error === 'incompleteFields') return missingIn(draft, ['name', 'url']);
  if (error === 'invalidText') return ['name'];
  return error === 'invalidUrl' ? ['url'] : [];
}

function trimmed({ name, url }: Partial<JobAidDraft>) {
  return { name: name?.trim(), url: url?.trim() };
}

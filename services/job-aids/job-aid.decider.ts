import type { JobAidFacts } from '#contracts/events/job-aid.events.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import { readShortText } from '#contracts/text.ts';
import { type Decider, isSame } from '#platform/commands/command.ts';

export type JobAidEvent = DomainEvent<'JobAidAdded' | 'JobAidEdited' | 'JobAidDeleted'>;

export type JobAidState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'published'; readonly jobAid: JobAidFacts }
  | { readonly kind: 'deleted'; readonly jobAid: JobAidFacts };

/** What a form says; absent means not said. */
export type JobAidInput = { readonly name?: string | undefined; readonly url?: string | undefined };

export type JobAidCommand =
  | { readonly type: 'AddJobAid'; readonly jobAidId: string; readonly input: JobAidInput }
  | { readonly type: 'EditJobAid'; readonly jobAidId: string; readonly input: JobAidInput }
  | { readonly type: 'DeleteJobAid'; readonly jobAidId: string };

/** Links end up in a browser, so nothing but the web may be linked: no `javascript:`, no `file:`. */
const URL_MAX = 2048;

export const jobAidDecider: Decider<JobAidState, JobAidCommand, JobAidEvent> = {
  fold: {
    empty: () => ({ kind: 'unknown' }),
    on: {
      JobAidAdded: (_, { data }) => ({ kind: 'published', jobAid: data.jobAid }),
      JobAidEdited: (_, { data }) => ({ kind: 'published', jobAid: data.after }),
      JobAidDeleted: (_, { data }) => ({ kind: 'deleted', jobAid: data.before }),
    },
  },

  outcome: (state) => state,

  decide: (command, state) => {
    const { jobAidId } = command;
    if (command.type === 'AddJobAid') {
      if (state.kind !== 'unknown') return rejected('conflict');
      const jobAid = readJobAid(command.input, { name: '', url: '' });
      if (!jobAid.ok) return jobAid;
      return accepted([{ type: 'JobAidAdded', data: { jobAidId, jobAid: jobAid.value } }]);
    }
    if (state.kind !== 'published') return rejected('noSuchJobAid');
    const before = state.jobAid;
    if (command.type === 'DeleteJobAid') {
      return accepted([{ type: 'JobAidDeleted', data: { jobAidId, before } }]);
    }
    const after = readJobAid(command.input, before);
    if (!after.ok) return after;
    if (isSame(before, after.value)) return accepted([]);
    return accepted([{ type: 'JobAidEdited', data: { jobAidId, before, after: after.value } }]);
  },
};

function readJobAid(input: JobAidInput, former: JobAidFacts): Result<JobAidFacts> {
  const name = input.name === undefined ? former.name : readShortText(input.name);
  const url = (input.url ?? former.url).trim();
  if (name === null) return rejected('invalidText');
  if (name === '' || url === '') return rejected('incompleteFields');
  return isWebAddress(url) ? accepted({ name, url }) : rejected('invalidUrl');
}

function isWebAddress(text: string): boolean {
  // URL.parse would forgive line breaks and stray spaces, and then what is kept is not what was checked.
  if (text.length > URL_MAX || !/^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) || !text.isWellFormed())
    return false;
  const url = URL.parse(text);
  // `https://bank.example@evil.example` looks like a place it does not lead to, and a password is no link.
  return url !== null && url.username === '' && url.password === '';
}

import type { JobAidFacts } from '#contracts/events/job-aid.events.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { readShortText } from '#contracts/text.ts';
import type { Decider } from '#platform/commands/command.ts';
import { accept, isSame, refuse } from '#platform/commands/decision.ts';

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
  initial: { kind: 'unknown' },

  evolve: (_state, event) => {
    switch (event.type) {
      case 'JobAidAdded':
        return { kind: 'published', jobAid: event.data.jobAid };
      case 'JobAidEdited':
        return { kind: 'published', jobAid: event.data.after };
      case 'JobAidDeleted':
        return { kind: 'deleted', jobAid: event.data.before };
    }
  },

  decide: (command, state) => {
    const { jobAidId } = command;
    if (command.type === 'AddJobAid') {
      if (state.kind !== 'unknown') return refuse('conflict');
      const jobAid = readJobAid(command.input, { name: '', url: '' });
      if (typeof jobAid === 'string') return refuse(jobAid);
      return accept({ type: 'JobAidAdded', data: { jobAidId, jobAid } });
    }
    if (state.kind !== 'published') return refuse('noSuchJobAid');
    const before = state.jobAid;
    if (command.type === 'DeleteJobAid') {
      return accept({ type: 'JobAidDeleted', data: { jobAidId, before } });
    }
    const after = readJobAid(command.input, before);
    if (typeof after === 'string') return refuse(after);
    if (isSame(before, after)) return accept();
    return accept({ type: 'JobAidEdited', data: { jobAidId, before, after } });
  },
};

function readJobAid(input: JobAidInput, former: JobAidFacts): JobAidFacts | MessageCode {
  const name = input.name === undefined ? former.name : readShortText(input.name);
  const url = (input.url ?? former.url).trim();
  if (name === null) return 'invalidText';
  if (name === '' || url === '') return 'incompleteFields';
  return isWebAddress(url) ? { name, url } : 'invalidUrl';
}

function isWebAddress(text: string): boolean {
  // URL.parse would forgive line breaks and stray spaces, and then what is kept is not what was checked.
  if (text.length > URL_MAX || !/^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) || !text.isWellFormed())
    return false;
  const url = URL.parse(text);
  // `https://bank.example@evil.example` looks like a place it does not lead to, and a password is no link.
  return url !== null && url.username === '' && url.password === '';
}

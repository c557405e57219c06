import { atom } from 'jotai';
import {
  type Company,
  cancelSubscription,
  getCompany,
  getEmployeeCount,
} from '#contracts/endpoints/companies.endpoints.ts';
import { localDate } from '#contracts/local-date.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { newKey } from '../../api/new-key.ts';
import { createResource } from '../../api/resource.atoms.ts';
import { type Submission, submissionOf } from '../../api/submission.ts';
import { timeZoneAtom } from '../../app/clock.atoms.ts';
import { loadSessionAtom } from '../../app/session/session.atoms.ts';
import { errorTickets, noTickets, successTicket, type Tickets } from '../../ui/tickets.ts';

export const companyResource = createResource({ ask: (api, _question: 'own') => api.call(getCompany, {}) });

export const employeeCountResource = createResource({
  ask: (api, _question: 'own') => api.call(getEmployeeCount, {}),
  failure: 'employeeCountFailed',
});

/** What did not come: the specification's words, then the error's own. */
export const fetchTicketsAtom = atom((get): Tickets => {
  const problem = get(companyResource.problemAtom);
  const countProblem = get(employeeCountResource.problemAtom);
  const told = [...(problem === null ? [] : [messages.failedFetch, problem]), countProblem];
  const texts = [...new Set(told.filter((text) => text !== null))];
  return texts.length > 0 ? errorTickets(...texts) : noTickets;
});

/** A status that is newer than what was fetched: of the reply to canceling. */
const toldStatusAtom = atom<{ status: Company['status']; of: Company | undefined } | null>(null);

const fetchedAtom = atom((get) => get(companyResource.replyAtom)?.requestedData[0]);

export type Profile = Company & { readonly trialEndDate: string | null; readonly mayCancel: boolean };

/** The company as it is shown; undefined until it is known. */
export const profileAtom = atom((get): Profile | undefined => {
  const company = get(fetchedAtom);
  if (!company) return undefined;
  const told = get(toldStatusAtom);
  const status = told && told.of === company ? told.status : company.status;
  const { trial_ends_at: trialEndsAt } = company;
  return {
    ...company,
    status,
    trialEndDate: trialEndsAt && localDate(trialEndsAt, get(timeZoneAtom)),
    // Nothing to cancel before the first subscription either.
    mayCancel: status !== 'canceled' && status !== null,
  };
});

export const cancelTicketsAtom = atom<Tickets>(noTickets);
export const cancelingAtom = atom(false);
const unfinishedAtom = atom<Submission | null>(null);

/** Ends the subscription; the new status shows at once, the rest of the company when it was asked for again. */
export const cancelAtom = atom(null, async (get, set): Promise<void> => {
  if (get(cancelingAtom)) return;
  const company = get(fetchedAtom);
  const submission = submissionOf(company?.company_id, get(unfinishedAtom), newKey);
  set(unfinishedAtom, submission);
  set(cancelingAtom, true);
  set(cancelTicketsAtom, noTickets);
  const answer = await get(apiAtom).call(cancelSubscription, { idempotencyKey: submission.key });
  set(cancelingAtom, false);
  if (!answer.ok) {
    // Without a clear answer it may have been done: asked again it is the same wish.
    if (answer.status !== 0 && answer.status < 500) set(unfinishedAtom, null);
    set(cancelTicketsAtom, errorTickets(answer.message, messages[FAILED]));
    return;
  }
  set(unfinishedAtom, null);
  set(toldStatusAtom, { status: answer.reply.status, of: company });
  set(cancelTicketsAtom, successTicket(messages.subscriptionCanceled));
  await Promise.all([set(companyResource.reloadAtom), set(loadSessionAtom)]);
});

const FAILED: MessageCode = 'failedToCancelSubscription';

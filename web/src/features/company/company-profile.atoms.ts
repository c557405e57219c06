import { atom } from 'jotai';
import {
  type Company,
  cancelSubscription,
  getEmployeeCount,
} from '#contracts/endpoints/companies.endpoints.ts';
import { localDate } from '#contracts/local-date.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { newKey, type Submission, submissionOf } from '../../api/submission.ts';
import { timeZoneAtom } from '../../kit/clock.atoms.ts';
import { companyQuery } from '../../kit/queries/company.queries.ts';
import { identified } from '../../kit/session/confirm-identity.atoms.ts';
import { loadSessionAtom } from '../../kit/session/session.atoms.ts';
import { liveCatalogueVersionAtom } from '../../live/live.atoms.ts';
import { type Alert, errorAlert, noAlert, successAlert, unansweredAlert } from '../../ui/alert.ts';

export const employeeCountQuery = createQuery({
  endpoint: getEmployeeCount,
  ask: (api, _own: null, get) => api.call(getEmployeeCount, { since: get(liveCatalogueVersionAtom) }),
  tags: () => ['employees'],
  failure: 'employeeCountFailed',
});

/** What failed to load: the message of the specification, then the error itself. */
export const fetchAlertAtom = atom((get): Alert => {
  const error = get(companyQuery.problemAtom) === null ? null : get(companyQuery.errorAtom);
  const countProblem = get(employeeCountQuery.problemAtom);
  const alert = error === 'unavailable' ? unansweredAlert : errorAlert;
  const problems = [...(error === null ? [] : [messages.failedFetch, messages[error]]), countProblem];
  const texts = [...new Set(problems.filter((text) => text !== null))];
  return texts.length > 0 ? alert(...texts) : noAlert;
});

/** A status that is newer than the loaded one, from the reply to canceling. */
const repliedStatusAtom = atom<{ status: Company['status']; of: Company | undefined } | null>(null);

const fetchedAtom = atom((get) => get(companyQuery.replyAtom)?.requestedData[0]);

export type Profile = Company & { readonly trialEndDate: string | null; readonly mayCancel: boolean };

/** The company as shown; undefined until loaded. */
export const profileAtom = atom((get): Profile | undefined => {
  const company = get(fetchedAtom);
  if (!company) return undefined;
  const replied = get(repliedStatusAtom);
  const status = replied && replied.of === company ? replied.status : company.status;
  const { trial_ends_at: trialEndsAt } = company;
  return {
    ...company,
    status,
    trialEndDate: trialEndsAt && localDate(trialEndsAt, get(timeZoneAtom)),
    // Before the first subscription there is nothing to cancel either.
    mayCancel: status !== 'canceled' && status !== null,
  };
});

export const cancelAlertAtom = atom<Alert>(noAlert);
export const cancelingAtom = atom(false);
const unfinishedAtom = atom<Submission | null>(null);

/** Cancels the subscription. The new status shows at once, the rest when the company is loaded again. */
export const cancelAtom = atom(null, async (get, set): Promise<void> => {
  if (get(cancelingAtom)) return;
  const company = get(fetchedAtom);
  const submission = submissionOf(company?.company_id, get(unfinishedAtom), newKey);
  set(unfinishedAtom, submission);
  set(cancelingAtom, true);
  set(cancelAlertAtom, noAlert);
  const api = get(apiAtom);
  const answer = await identified(set, () =>
    api.call(cancelSubscription, { idempotencyKey: submission.key }),
  );
  set(cancelingAtom, false);
  if (!answer.ok) {
    // Without a clear answer it may have been canceled: another press repeats the same intention.
    if (answer.status !== 0 && answer.status < 500) set(unfinishedAtom, null);
    set(cancelAlertAtom, errorAlert(answer.message, messages[FAILED]));
    return;
  }
  set(unfinishedAtom, null);
  set(repliedStatusAtom, { status: answer.reply.status, of: company });
  set(cancelAlertAtom, successAlert(messages.subscriptionCanceled));
  await set(loadSessionAtom);
});

const FAILED: MessageCode = 'failedToCancelSubscription';

import type { ProofFault } from '#contracts/endpoints/proof.endpoints.ts';
import type { SubjectKind } from '#contracts/history/description.ts';
import { isHistoryEvent, kindOf } from '#contracts/history/history-events.ts';
import { historyPath } from '../../kit/paths.ts';

const NOUNS: Readonly<Record<SubjectKind, string>> = {
  ...{ sale: 'a sale', shift: 'a shift', employee: 'an employee', campaign: 'a campaign', goal: 'a goal' },
  ...{ 'job-aid': 'a job aid', company: 'the company', subscription: 'the subscription' },
  access: 'the access to an account',
  ...{ pay: 'the pay of a person', 'pay-rules': 'the rules of pay' },
};

/** A fault in words: `An event of a sale was changed after it was recorded.` */
export function faultText({
  kind,
  event_type,
  day,
}: Pick<ProofFault, 'kind' | 'event_type' | 'day'>): string {
  if (kind === 'seal') return `The seal of ${day} is not what the history had then.`;
  if (kind === 'ended')
    return 'The history ends before its seals. A failover or a restore of the database can do this.';
  if (kind === 'unsigned')
    return 'The history is not the one that was signed: it was made anew without the key.';
  const subject = subjectKind(event_type);
  const what = subject ? `An event of ${NOUNS[subject]}` : 'An event';
  const how = {
    changed: 'was changed after it was recorded',
    removed: 'was removed',
    inserted: 'was put in later',
  };
  return `${what} ${how[kind]}.`;
}

/** The path of the history of the sale or shift with the fault: the stream name ends with its id. */
export function faultPlace({ event_type, stream }: Pick<ProofFault, 'event_type' | 'stream'>): string | null {
  const kind = subjectKind(event_type);
  const id = stream?.slice(stream.indexOf('_') + 1);
  return id && (kind === 'sale' || kind === 'shift') ? historyPath(kind, id) : null;
}

function subjectKind(type: ProofFault['event_type']): SubjectKind | null {
  return type && isHistoryEvent(type) ? kindOf(type) : null;
}

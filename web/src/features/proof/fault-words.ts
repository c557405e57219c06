import type { ProofFault } from '#contracts/endpoints/proof.endpoints.ts';
import { kindOfType } from '#contracts/history/kinds.ts';
import { historyPath } from '../../app/routes/paths.ts';

const NOUNS: Readonly<Record<string, string>> = {
  ...{ sale: 'a sale', shift: 'a shift', employee: 'an employee', campaign: 'a campaign', goal: 'a goal' },
  ...{ 'job-aid': 'a job aid', company: 'the company', subscription: 'the subscription' },
};

/** What is wrong, for people: `An event of a sale was changed after it was recorded.` */
export function faultWords({
  kind,
  event_type,
  day,
}: Pick<ProofFault, 'kind' | 'event_type' | 'day'>): string {
  if (kind === 'seal') return `The seal of ${day} is not what the history had then.`;
  const subject = NOUNS[(kindOfType as Record<string, string | undefined>)[event_type ?? ''] ?? ''];
  const what = subject ? `An event of ${subject}` : 'An event';
  const how = {
    changed: 'was changed after it was recorded',
    removed: 'was removed',
    inserted: 'was put in later',
  };
  return `${what} ${how[kind]}.`;
}

/** The history of the sale or shift that the fault is in: streams of their own, so that these end with its id. */
export function faultPlace({ event_type, stream }: Pick<ProofFault, 'event_type' | 'stream'>): string | null {
  const kind = (kindOfType as Record<string, string | undefined>)[event_type ?? ''];
  const id = stream?.slice(stream.indexOf('_') + 1);
  return id && (kind === 'sale' || kind === 'shift') ? historyPath(kind, id) : null;
}

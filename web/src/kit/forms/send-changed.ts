import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import type { Answer } from '../../api/api-client.ts';
import type { Submission } from '../../api/submission.ts';

export const ADDED_BEFORE =
  'Your first attempt had arrived and is saved as it was then. What you changed since is not: change it in the list';

/**
 * Sends what was changed after attempts without an answer. Where one of them has arrived, it says so and adds nothing
 * more. `renew` gives a draft a new key. `secret`: a field that the server does not compare.
 */
export async function sendChanged<Draft extends object, E extends Endpoint>(
  draft: Draft,
  { key, former: attempts = [] }: Submission,
  {
    send,
    renew,
    secret,
  }: {
    readonly send: (draft: Draft, key: string) => Promise<Answer<E>>;
    readonly renew: () => string;
    readonly secret: keyof Draft | null;
  },
): Promise<Answer<E>> {
  const former = attempts.map((content) => JSON.parse(content) as Draft);
  const isHidden = secret !== null && former.some((each) => each[secret] !== draft[secret]);
  const answer = isHidden ? null : await send(draft, key);
  if (answer && (answer.ok || answer.error !== 'idempotencyKeyReused')) return answer;
  for (const each of former) {
    const arrived = await send(each, key);
    if (arrived.ok) return { ok: false, status: 422, error: 'idempotencyKeyReused', message: ADDED_BEFORE };
    if (arrived.status === 0 || arrived.status >= 500) return arrived;
    if (arrived.error === 'idempotencyKeyReused') continue;
    // The earlier attempt was refused, so this one is the first.
    return send(draft, renew());
  }
  return answer ?? send(draft, key);
}

import { acceptInvitation } from '#contracts/endpoints/invitations.endpoints.ts';
import { errorBody, type MessageCode } from '#contracts/messages.ts';
import { checkChosenPassword } from '#contracts/password.ts';
import { timeZoneAtom } from '../../kit/clock.atoms.ts';
import { createForm, failureIfGeneric, type Problem } from '../../kit/forms/form.atoms.ts';
import { secondStepAtom } from '../../kit/session/second-step.atoms.ts';
import { loadSessionAtom } from '../../kit/session/session.atoms.ts';

type Draft = { newPassword: string; confirmPassword: string; byPasskey: boolean };

const EMPTY: Draft = { newPassword: '', confirmPassword: '', byPasskey: false };
const OTHER_REFUSALS: ReadonlySet<MessageCode> = new Set<MessageCode>([
  ...(['linkEnded', 'emailTaken', 'tooManyRequests', 'failedLogin', 'unavailable'] as const),
]);

/** The token of an invitation, from behind the # of the address. */
export function readInvitation(hash: string): string | null {
  return /^#invite\.([\w-]{20,64})$/.exec(hash)?.[1] ?? null;
}

/** Sets a password, or goes on to a passkey. The person is signed in then, or with a second factor the sign-in goes on. */
export function createAccepting(token: string) {
  return createForm<Draft, typeof acceptInvitation>({
    start: () => EMPTY,
    check({ newPassword, confirmPassword, byPasskey }): Problem<Draft> | null {
      if (byPasskey) return null;
      const password = checkChosenPassword(newPassword);
      if (!password.ok) return { error: password.code, fields: ['newPassword'] };
      const isSame = confirmPassword === newPassword;
      return isSame ? null : { error: 'passwordsNOtSame', fields: ['confirmPassword'] };
    },
    async send(api, { newPassword, byPasskey }, _key, get, set) {
      const tz = get(timeZoneAtom);
      const body = byPasskey ? { token, tz } : { token, tz, newPassword };
      const answer = await api.call(acceptInvitation, { body });
      if (!answer.ok) return answer;
      const { secondStep } = answer.reply;
      if (secondStep) {
        set(secondStepAtom, secondStep);
        return answer;
      }
      const session = await set(loadSessionAtom);
      if (session.state === 'signed in' || session.state === 'ended') return answer;
      return { ok: false, status: 401, ...errorBody('failedLogin') };
    },
    fieldsOf: (error) => (OTHER_REFUSALS.has(error) ? [] : ['newPassword']),
    failure: failureIfGeneric('internalServerError'),
    next: ({ byPasskey }) => ({ ...EMPTY, byPasskey }),
  });
}

export type Accepting = ReturnType<typeof createAccepting>;

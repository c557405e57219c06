import { atom, type Setter } from 'jotai';
import { login } from '#contracts/endpoints/auth.endpoints.ts';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { loginSecondStep } from '#contracts/endpoints/second-factors.endpoints.ts';
import { errorBody, type MessageCode } from '#contracts/messages.ts';
import { isEmail } from '#contracts/text.ts';
import type { Answer } from '../../api/api-client.ts';
import { timeZoneAtom } from '../../kit/clock.atoms.ts';
import { createForm } from '../../kit/forms/form.atoms.ts';
import { closeOfferAtom, signedInByPasswordAtom } from '../../kit/session/passkey-offer.atoms.ts';
import { secondStepAtom } from '../../kit/session/second-step.atoms.ts';
import { loadSessionAtom } from '../../kit/session/session.atoms.ts';
import { errorAlert } from '../../ui/alert.ts';

export type Credentials = {
  email: string;
  password: string;
  /** In place of a first password, where the company asks for it. */
  newPassword: string;
};

export const NO_PASSWORDS = { password: '', newPassword: '' } as const;

/** Whether the server asked for a password of the person's own. */
export const asksForOwnAtom = atom(false);

/** The answer to a sign-in by password, when the session is there. */
async function entered<E extends Endpoint>(answer: Answer<E>, set: Setter): Promise<Answer<E>> {
  set(closeOfferAtom);
  set(signedInByPasswordAtom, true);
  const session = await set(loadSessionAtom);
  switch (session.state) {
    case 'signed in':
    case 'ended':
      return answer;
    case 'unavailable':
      return { ok: false, status: 0, error: 'unavailable', message: session.message };
    case 'signed out':
    case 'unknown':
      return { ok: false, status: 401, ...errorBody('failedLogin') };
  }
}

/**
 * Succeeds when the person is signed in or the second step follows, or when the page must be reloaded because it still holds the data of
 * another person; the guard reloads it.
 */
export const signInForm = createForm<Credentials, typeof login>({
  start: () => ({ email: '', ...NO_PASSWORDS }),
  check: ({ email }) => (isEmail(email.trim()) ? null : { error: 'invalidEmail', fields: ['email'] }),
  // Each press is a new attempt, so there is no key that would repeat the one before.
  async send(api, { email, password, newPassword }, _key, get, set) {
    const answer = await api.call(login, {
      body: {
        ...{ username: email.trim(), password, tz: get(timeZoneAtom) },
        ...(newPassword !== '' && { newPassword }),
      },
    });
    if (!answer.ok) {
      if (answer.error === 'ownPasswordRequired') set(asksForOwnAtom, true);
      return answer;
    }
    set(asksForOwnAtom, false);
    const { secondStep } = answer.reply;
    if (!secondStep) return entered(answer, set);
    set(secondStepAtom, secondStep);
    return answer;
  },
  fieldsOf,
  // The specification shows it after every failure, below the message of the server; the others are about a right password.
  failure: (error) => (OF_RIGHT_PASSWORD.has(error) ? null : 'failedLogin'),
  next: () => ({ email: '', ...NO_PASSWORDS }),
});

const ABOUT_NEW = [
  ...(['ownPasswordRequired', 'tooShort', 'tooLong', 'lacksCapLetter', 'lacksSymbol'] as const),
  ...(['commonPassword', 'samePassword'] as const),
] as const;
const OF_RIGHT_PASSWORD: ReadonlySet<MessageCode> = new Set([...ABOUT_NEW, 'firstPasswordEnded']);

/** The server does not say which of the two was wrong; the password is likelier and gets the focus. */
function fieldsOf(error: MessageCode): readonly (keyof Credentials)[] {
  if (error === 'failedLogin') return ['password', 'email'];
  if (ABOUT_NEW.some((each) => each === error)) return ['newPassword'];
  return error === 'invalidEmail' ? ['email'] : [];
}

/** The second step: six digits of the app, or a recovery code. */
export const secondStepForm = createForm<{ code: string }, typeof loginSecondStep>({
  start: () => ({ code: '' }),
  check: ({ code }) => (code.trim() === '' ? { error: 'wrongFactorCode', fields: ['code'] } : null),
  async send(api, { code }, _key, get, set) {
    const answer = await api.call(loginSecondStep, { body: { code: code.trim(), tz: get(timeZoneAtom) } });
    if (answer.ok) return entered(answer, set);
    if (answer.error === 'secondStepEnded' || answer.error === 'failedLogin') {
      set(secondStepAtom, null);
      set(signInForm.alertAtom, errorAlert(answer.message));
    }
    return answer;
  },
  fieldsOf: () => ['code'],
  next: () => ({ code: '' }),
});

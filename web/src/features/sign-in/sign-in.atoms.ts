import { isEmail } from '#contracts/email.ts';
import { login } from '#contracts/endpoints/auth.endpoints.ts';
import { type MessageCode, refusal } from '#contracts/messages.ts';
import { timeZoneAtom } from '../../app/clock.atoms.ts';
import { createForm } from '../../app/forms/form.atoms.ts';
import { loadSessionAtom } from '../../app/session/session.atoms.ts';

export type Credentials = { email: string; password: string };

/**
 * It has sent when the person is signed in, or when the page must be loaded anew for him because it still holds
 * what somebody else saw; the guard does that.
 */
export const signInForm = createForm<Credentials, typeof login>({
  start: () => ({ email: '', password: '' }),
  check: ({ email }) => (isEmail(email.trim()) ? null : { error: 'invalidEmail', fields: ['email'] }),
  // Each press is a try of its own, so it has no key that would make it the one before.
  async send(api, { email, password }, _key, get, set) {
    const answer = await api.call(login, {
      body: { username: email.trim(), password, tz: get(timeZoneAtom) },
    });
    if (!answer.ok) return answer;
    const session = await set(loadSessionAtom);
    switch (session.state) {
      case 'signed in':
      case 'ended':
        return answer;
      case 'unavailable':
        return { ok: false, status: 0, error: 'unavailable', message: session.message };
      case 'signed out':
      case 'unknown':
        return { ok: false, status: 401, ...refusal('failedLogin') };
    }
  },
  fieldsOf,
  // The specification has it for every answer but success, below what the server itself says.
  failure: 'failedLogin',
  next: () => ({ email: '', password: '' }),
});

/** A wrong pair does not say which half was wrong; the password is the likelier one and gets the focus. */
function fieldsOf(error: MessageCode): readonly (keyof Credentials)[] {
  if (error === 'failedLogin') return ['password', 'email'];
  return error === 'invalidEmail' ? ['email'] : [];
}

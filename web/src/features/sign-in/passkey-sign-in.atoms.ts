import { atom, type Getter, type Setter } from 'jotai';
import { askForPasskey, loginByPasskey } from '#contracts/endpoints/passkeys.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { timeZoneAtom } from '../../kit/clock.atoms.ts';
import { signByPasskey } from '../../kit/session/passkey-device.ts';
import { closeOfferAtom } from '../../kit/session/passkey-offer.atoms.ts';
import { secondStepAtom } from '../../kit/session/second-step.atoms.ts';
import { loadSessionAtom } from '../../kit/session/session.atoms.ts';
import { errorAlert, noAlert } from '../../ui/alert.ts';
import { secondStepForm, signInForm } from './sign-in.atoms.ts';

export const passkeyBusyAtom = atom(false);

/** True when the person is signed in, as with the form; the banner of the form shows a problem. */
export const signInByPasskeyAtom = atom(null, async (get, set): Promise<boolean> => {
  if (get(passkeyBusyAtom)) return false;
  set(passkeyBusyAtom, true);
  // The banner of the step that is shown.
  const { alertAtom } = get(secondStepAtom) === null ? signInForm : secondStepForm;
  set(alertAtom, noAlert);
  const problem = await problemOf(get, set);
  set(passkeyBusyAtom, false);
  if (problem !== null) set(alertAtom, errorAlert(problem));
  return problem === null;
});

async function problemOf(get: Getter, set: Setter): Promise<string | null> {
  const api = get(apiAtom);
  const asked = await api.call(askForPasskey, {});
  if (!asked.ok) return asked.message;
  const signed = await signByPasskey(asked.reply.options);
  if (!signed.ok) return signed.message;
  const body = { credential: signed.credential, tz: get(timeZoneAtom) };
  const answer = await api.call(loginByPasskey, { body });
  if (!answer.ok) return answer.message;
  set(closeOfferAtom);
  const session = await set(loadSessionAtom);
  if (session.state === 'unavailable') return session.message;
  return session.state === 'signed in' || session.state === 'ended' ? null : messages.passkeyRefused;
}

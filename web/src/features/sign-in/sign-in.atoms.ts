import { atom } from 'jotai';
import { isEmail } from '#contracts/email.ts';
import { login } from '#contracts/endpoints/auth.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { timeZoneAtom } from '../../app/clock.atoms.ts';
import { loadSessionAtom } from '../../app/session.atoms.ts';
import { errorTickets, noTickets, type Tickets } from '../../ui/tickets.ts';

export const credentialsAtom = atom({ email: '', password: '' });
export const signInTicketsAtom = atom<Tickets>(noTickets);
export const signingInAtom = atom(false);

/** Which field gets the red outline; a wrong pair does not say which half was wrong. */
export const refusedFieldAtom = atom((get): 'email' | 'both' | null => {
  const { error, errorTickets: tickets } = get(signInTicketsAtom);
  if (!error) return null;
  if (tickets.includes(messages.invalidEmail)) return 'email';
  return tickets.includes(messages.failedLogin) ? 'both' : null;
});

/**
 * True when the person is signed in, or the page must be loaded anew for him because it still holds what somebody
 * else saw; the guard does that. What was typed stays after a refusal.
 */
export const signInAtom = atom(null, async (get, set): Promise<boolean> => {
  if (get(signingInAtom)) return false;
  const { email, password } = get(credentialsAtom);
  if (!isEmail(email.trim())) {
    set(signInTicketsAtom, errorTickets(messages.invalidEmail));
    return false;
  }
  set(signingInAtom, true);
  set(signInTicketsAtom, noTickets);
  const answer = await get(apiAtom).call(login, {
    body: { username: email.trim(), password, tz: get(timeZoneAtom) },
  });
  const session = answer.ok ? await set(loadSessionAtom) : null;
  set(signingInAtom, false);
  if (session?.state === 'signed in' || session?.state === 'ended') {
    set(credentialsAtom, { email: '', password: '' });
    return true;
  }
  const problem = answer.ok
    ? session?.state === 'unavailable'
      ? session.message
      : messages.failedLogin
    : answer.message;
  set(signInTicketsAtom, errorTickets(problem));
  return false;
});

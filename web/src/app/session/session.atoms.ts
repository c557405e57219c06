import { atom } from 'jotai';
import { isLoggedIn, logout } from '#contracts/endpoints/auth.endpoints.ts';
import { type Employee, getEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';

/**
 * `unavailable` is an outage, not an answer: the person may still be signed in. `ended` was signed in on this
 * very page, which therefore still holds what that person saw.
 */
export type Session =
  | { state: 'unknown' }
  | { state: 'signed out' }
  | { state: 'ended'; by: 'signing out' | 'the server' }
  | { state: 'unavailable'; message: string }
  | { state: 'signed in'; employee: Employee; subscriptionIsActive: boolean };

export const sessionAtom = atom<Session>({ state: 'unknown' });

/** The live connection may tell of the end of the session before the answer to signing out is here. */
const signingOutAtom = atom(false);

/** The signed-in employee; only screens behind the guard may read it. */
export const employeeAtom = atom((get) => {
  const session = get(sessionAtom);
  if (session.state !== 'signed in') throw new Error('nobody is signed in here');
  return session.employee;
});

/** Whether the company of who is signed in may work; while it may not, most calls are refused. */
export const mayWorkAtom = atom((get) => {
  const session = get(sessionAtom);
  return session.state === 'signed in' && session.subscriptionIsActive;
});

/** Told of every refusal: where the subscription has ended meanwhile, the guard leads on at once. */
export const hearRefusalAtom = atom(null, (get, set, error: MessageCode): void => {
  const session = get(sessionAtom);
  if (error !== 'subscriptionInactive' || session.state !== 'signed in') return;
  if (session.subscriptionIsActive) set(sessionAtom, { ...session, subscriptionIsActive: false });
});

export const loadSessionAtom = atom(null, async (get, set): Promise<Session> => {
  const answer = await get(apiAtom).call(getEmployee, {});
  const before = get(sessionAtom);
  // It stays that until the page is loaded anew, also when this answer comes late.
  if (before.state === 'ended') return before;
  const employee = answer.ok ? answer.reply.requestedData.at(-1) : undefined;
  // In another tab of this browser somebody else signed in: this page holds what the former person saw.
  const isOther = before.state === 'signed in' && employee && employee.id !== before.employee.id;
  const session: Session =
    answer.ok && employee && !isOther
      ? { state: 'signed in', employee, subscriptionIsActive: answer.reply.subscriptionIsActive }
      : !answer.ok && (answer.status === 0 || answer.status >= 500)
        ? { state: 'unavailable', message: answer.message }
        : before.state === 'signed in'
          ? { state: 'ended', by: get(signingOutAtom) ? 'signing out' : 'the server' }
          : { state: 'signed out' };
  set(sessionAtom, session);
  return session;
});

/** For the public pages: whether somebody is signed in, without asking for who it is. */
export const askSignedInAtom = atom(null, async (get): Promise<boolean> => {
  const answer = await get(apiAtom).call(isLoggedIn, {});
  return answer.ok && answer.reply.isLoggedIn;
});

/** Ends the session on the server, and by that here; the messages to show when that failed, else none. */
export const signOutAtom = atom(null, async (get, set): Promise<readonly string[]> => {
  set(signingOutAtom, true);
  const answer = await get(apiAtom).call(logout, {});
  const isOver = answer.ok || answer.error === 'notLoggedIn';
  set(signingOutAtom, isOver);
  if (!isOver) return [messages.internalServerError, messages.refreshPage];
  set(sessionAtom, { state: 'ended', by: 'signing out' });
  return [];
});

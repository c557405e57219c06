import { atom, type createStore } from 'jotai';
import { isLoggedIn, logout } from '#contracts/endpoints/auth.endpoints.ts';
import { type Employee, getEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { type Answer, watched } from '../../api/api-client.ts';
import { later } from '../../api/later.ts';
import { isSignOutOpen } from '../../api/open-sign-out.atoms.ts';
import { closeSignOut, openSignOut } from '../../api/sign-out-first.ts';
import { KEPT_PERSON, readStorage } from '../storage.ts';

/**
 * `unavailable` is an outage, not an answer: the person may still be signed in. `ended` means that the person was
 * signed in on this very page, which still holds what they saw.
 */
export type Session =
  | { state: 'unknown' }
  | { state: 'signed out' }
  | { state: 'ended'; by: 'signing out' | 'another page' | 'the server' }
  | { state: 'unavailable'; message: string }
  | {
      state: 'signed in';
      employee: Employee;
      subscriptionIsActive: boolean;
      /** The company asks for a second factor first; until then the server refuses most calls. */
      factorNeeded?: true;
    };

export const sessionAtom = atom<Session>({ state: 'unknown' });

/** The live connection may report the end of the session before the sign-out is answered. */
const signingOutAtom = atom(false);

/** The signed-in employee; only for screens behind the guard. */
export const employeeAtom = atom((get) => {
  const session = get(sessionAtom);
  if (session.state !== 'signed in') throw new Error('nobody is signed in here');
  return session.employee;
});

/** Whether the company has an active subscription; without one the server refuses most calls. */
export const isSubscriptionActiveAtom = atom((get) => {
  const session = get(sessionAtom);
  return session.state === 'signed in' && session.subscriptionIsActive;
});

/** Called with every error of the API: when the subscription has ended, the guard redirects at once. */
export const noticeApiErrorAtom = atom(null, (get, set, error: MessageCode): void => {
  const session = get(sessionAtom);
  if (error !== 'subscriptionInactive' || session.state !== 'signed in') return;
  if (session.subscriptionIsActive) set(sessionAtom, { ...session, subscriptionIsActive: false });
});

export function keptEmployee(): Employee | null {
  try {
    const kept = JSON.parse(readStorage(KEPT_PERSON) ?? 'null') as Partial<Employee> | null;
    return kept && typeof kept.id === 'string' && typeof kept.first_name === 'string'
      ? (kept as Employee)
      : null;
  } catch {
    return null;
  }
}

function signedIn(employee: Employee, reply: ReplyOf<typeof getEmployee>): Session {
  const { subscriptionIsActive, factorNeeded } = reply;
  return { state: 'signed in', employee, subscriptionIsActive, ...(factorNeeded && { factorNeeded }) };
}

export const loadSessionAtom = atom(null, async (get, set): Promise<Session> => {
  const answer = await get(apiAtom).call(getEmployee, {});
  const before = get(sessionAtom);
  // The session stays ended until the page is reloaded, also when this answer arrives late.
  if (before.state === 'ended') return before;
  // The former person has left, also where the server was not told yet.
  const hasLeft = !answer.ok && isSignOutOpen();
  const employee = answer.ok ? answer.reply.requestedData.at(-1) : undefined;
  const kept = !hasLeft && !answer.ok && answer.status === 0 ? keptEmployee() : null;
  // Without a network this page goes on with what it has. The server checks every request all the same.
  if (kept && before.state === 'signed in') return before;
  // Another person signed in from another tab of this browser: this page holds what the former person saw.
  const isOther = before.state === 'signed in' && employee && employee.id !== before.employee.id;
  const session: Session =
    answer.ok && employee && !isOther
      ? signedIn(employee, answer.reply)
      : kept
        ? { state: 'signed in', employee: kept, subscriptionIsActive: true }
        : !hasLeft && !answer.ok && (answer.status === 0 || answer.status >= 500)
          ? { state: 'unavailable', message: answer.message }
          : before.state === 'signed in'
            ? { state: 'ended', by: hasLeft || get(signingOutAtom) ? 'signing out' : 'the server' }
            : { state: 'signed out' };
  set(sessionAtom, session);
  return session;
});

/** For public pages: whether a person is signed in, without their data. */
export const askSignedInAtom = atom(null, async (get): Promise<boolean> => {
  const answer = await get(apiAtom).call(isLoggedIn, {});
  return answer.ok && answer.reply.isLoggedIn;
});

/** A log-out waits so long for the server. */
const ANSWERED_WITHIN_MS = 3000;

/**
 * Signs out on the server, and then here; returns the error messages, none after a success. Without an answer the person
 * is signed out here all the same, and the server is told later: see `signsOutFirst`.
 */
export const signOutAtom = atom(null, async (get, set): Promise<readonly string[]> => {
  set(signingOutAtom, true);
  const isNoted = openSignOut();
  const answer = await orSilence(get(apiAtom).call(logout, {}));
  const isUnanswered = answer === null || (!answer.ok && answer.status === 0);
  const isOver = isUnanswered ? isNoted : answer.ok || answer.error === 'notLoggedIn';
  if (!isOver || !isUnanswered) closeSignOut();
  set(signingOutAtom, isOver);
  if (!isOver) return [messages.internalServerError, messages.refreshPage];
  set(endHereAtom, 'signing out');
  return [];
});

/** This page, or another one of this browser, has signed the person out. */
export const endHereAtom = atom(null, (get, set, by: 'signing out' | 'another page') => {
  if (get(sessionAtom).state !== 'signed in' && !get(signingOutAtom)) return;
  set(sessionAtom, { state: 'ended', by });
});

/** Null without an answer in time; at once when the browser says that there is no network. */
function orSilence<E extends typeof logout>(asked: Promise<Answer<E>>): Promise<Answer<E> | null> {
  const silence = new Promise<null>((resolve) => {
    later(() => resolve(null), navigator.onLine === false ? 0 : ANSWERED_WITHIN_MS);
  });
  return Promise.race([asked, silence]);
}

/** Reports every error of the API to the session of this page. Called once per page. */
export function watchApiErrors(store: ReturnType<typeof createStore>): void {
  store.set(
    apiAtom,
    watched(store.get(apiAtom), (_endpoint, answer) => {
      if (!answer.ok) store.set(noticeApiErrorAtom, answer.error);
    }),
  );
}

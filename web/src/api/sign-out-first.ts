import { logout, SIGNED_OUT_COOKIE } from '#contracts/endpoints/auth.endpoints.ts';
import { errorBody } from '#contracts/messages.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { isSignOutOpen, SIGN_OUT } from './open-sign-out.atoms.ts';

/** False in a browser that forbids storage: its next page would not know. */
export function openSignOut(): boolean {
  try {
    localStorage.setItem(SIGN_OUT, new Date().toISOString());
    writeCookie(COOKIE_SECONDS);
  } catch {
    // Nothing is stored.
  }
  return isSignOutOpen();
}

export function closeSignOut(): void {
  try {
    localStorage.removeItem(SIGN_OUT);
    writeCookie(0);
  } catch {
    // Nothing was stored.
  }
}

/** Longer than any session lasts. */
const COOKIE_SECONDS = 400 * 24 * 3600;

/** Without it a page that opens would come with the data of the former person. */
function writeCookie(seconds: number): void {
  const [prefix, end] = location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', ''];
  const cookie = `${prefix}${SIGNED_OUT_COOKIE}=1; Path=/; Max-Age=${seconds}; SameSite=Lax${end}`;
  Object.assign(document, { cookie });
}

/**
 * The same client; while a sign-out is open, the former session ends before any other call could use it. Without that
 * every call fails like one without a network.
 */
export function signsOutFirst(client: ApiClient): ApiClient {
  async function endSession(): Promise<Answer<typeof logout>> {
    const answer = await client.call(logout, {});
    if (answer.ok || answer.error === 'notLoggedIn') closeSignOut();
    return answer;
  }
  let ending: Promise<void> | null = null;
  async function endFormerSession(): Promise<void> {
    await inTurn(async () => {
      if (isSignOutOpen()) await endSession();
    });
    ending = null;
  }
  return {
    async call(endpoint, input) {
      if (endpoint.path === logout.path) return (await inTurn(endSession)) as Answer<typeof endpoint>;
      if (isSignOutOpen()) {
        ending ??= endFormerSession();
        await ending;
      }
      if (isSignOutOpen()) return { ok: false, status: 0, ...errorBody('unavailable') };
      return client.call(endpoint, input);
    },
  };
}

/** One page of this browser at a time: a second one could end the session of the next person. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as { locks?: LockManager };
  return locks ? locks.request(SIGN_OUT, work) : work();
}

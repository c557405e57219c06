/** Stored from a log-out until the server has ended the session. Its cookie is out of reach for pages. */
export const SIGN_OUT = 'tallyboard.sign-out';

/** Whether a person has logged out on this device, and the server may not know it yet. */
export function isSignOutOpen(): boolean {
  try {
    return localStorage.getItem(SIGN_OUT) !== null;
  } catch {
    return false;
  }
}

import { createTokenCookie, type TokenCookie } from '#platform/http/cookies.ts';
import { SECOND_STEP_MS } from './second-steps.ts';
import { LONGEST_SESSION_MS } from './session-rows.ts';

const DAY_SECONDS = 24 * 3600;

/** Its name ends so. */
export const SESSION_COOKIE = 'tb_session';

export const createSessionCookie = (secure: boolean) =>
  createTokenCookie(SESSION_COOKIE, LONGEST_SESSION_MS / 1000, secure);

/** Marks a browser that signed in before, without naming a person, for as long as known-clients.ts knows it. */
export const createDeviceCookie = (secure: boolean) =>
  createTokenCookie('tb_device', 400 * DAY_SECONDS, secure);

/** Names a sign-in between its password and its second factor. */
export const createStepCookie = (secure: boolean) =>
  createTokenCookie('tb_second_step', SECOND_STEP_MS / 1000, secure);

export type SessionCookie = TokenCookie;
export type DeviceCookie = TokenCookie;
export type StepCookie = TokenCookie;

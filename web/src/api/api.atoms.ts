import { atom } from 'jotai';
import { type ApiClient, createApiClient } from './api-client.ts';
import { later } from './later.ts';
import { signsOutFirst } from './sign-out-first.ts';
import { newKey } from './submission.ts';

/** The REST API. Tests set a client of their own. */
export const apiAtom = atom<ApiClient>(
  signsOutFirst(
    createApiClient({
      fetch: (url, init) => fetch(url, init),
      newKey,
      later,
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    }),
  ),
);

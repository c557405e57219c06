import { atom } from 'jotai';
import { type ApiClient, createApiClient } from './api-client.ts';
import { newKey } from './new-key.ts';

/** The one door to the REST API; a test puts its own client here. */
export const apiAtom = atom<ApiClient>(
  createApiClient({
    fetch: (url, init) => fetch(url, init),
    newKey,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  }),
);

import { focusManager, notifyManager, QueryClient } from '@tanstack/query-core';
import { atom } from 'jotai';
import type { Tag } from './tags.ts';

declare module '@tanstack/query-core' {
  interface Register {
    queryMeta: {
      /** The tags of a cached answer; `undefined` is a query without one. */
      readonly tagsOf: (data: unknown) => readonly Tag[];
      /** It shows the past, which no news changes. */
      readonly isPast: boolean;
      /** Fetched only when a screen asks for it. */
      readonly onRequestOnly: boolean;
    };
  }
}

// At once instead of in a timer: an answer must be in the atoms when the code that awaited it goes on.
notifyManager.setScheduler((notify) => notify());

focusManager.setEventListener((onFocus) => {
  const { document } = globalThis;
  const listener = () => onFocus();
  document?.addEventListener('visibilitychange', listener);
  return () => document?.removeEventListener('visibilitychange', listener);
});

/** The cache of the server's answers, one for each store. */
export const queryClientAtom = atom((): QueryClient => {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // The API client retries, and the live connection notices when the network is back.
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: false,
        structuralSharing: false,
        refetchIntervalInBackground: true,
      },
    },
  });
  client.mount();
  return client;
});

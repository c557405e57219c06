import { useSetAtom } from 'jotai';
import { useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { searchWithAsOf } from './keep-as-of.ts';
import { readAddressAtom } from './time-travel.atoms.ts';

/** Follows the moment in the address, also after Back. In a layout effect: screens load after all of those have run. */
export function useMomentOfAddress(): void {
  const { pathname, search } = useLocation();
  const arrive = useSetAtom(readAddressAtom);
  useLayoutEffect(() => void arrive(pathname, search), [arrive, pathname, search]);
}

export type TimeTravel = {
  /** `replace`: adds no entry to the browser history, as while the slider moves. */
  travel: (asOf: string, options?: { replace: boolean }) => void;
  backToNow: () => void;
};

/** Changes the moment of the open screen. */
export function useTimeTravel(): TimeTravel {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const go = (asOf: string, replace: boolean) =>
    void navigate({ search: searchWithAsOf(search, asOf), hash }, { replace, preventScrollReset: true });
  return {
    travel: (asOf, { replace } = { replace: false }) => go(asOf, replace),
    backToNow: () => go('', false),
  };
}

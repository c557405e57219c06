import { useSetAtom } from 'jotai';
import { useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { searchAsOf } from './moment-along.ts';
import { arriveAtom } from './time-travel.atoms.ts';

/** The moment of the address, also after Back. In a layout effect: screens ask after all of those have run. */
export function useMomentOfAddress(): void {
  const { pathname, search } = useLocation();
  const arrive = useSetAtom(arriveAtom);
  useLayoutEffect(() => void arrive(pathname, search), [arrive, pathname, search]);
}

export type TimeTravel = {
  /** `replace`: a step of the same look back, which Back does not undo by itself. */
  travel: (asOf: string, options?: { replace: boolean }) => void;
  backToNow: () => void;
};

/** Leads through time on the screen that is open. */
export function useTimeTravel(): TimeTravel {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const go = (asOf: string, replace: boolean) =>
    void navigate({ search: searchAsOf(search, asOf), hash }, { replace, preventScrollReset: true });
  return {
    travel: (asOf, { replace } = { replace: false }) => go(asOf, replace),
    backToNow: () => go('', false),
  };
}

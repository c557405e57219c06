import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { areStepsDoneAtom, firstStepsQuery } from './first-steps.atoms.ts';
import { putStepsAwayAtom } from './steps-away.atoms.ts';

/** Loads the steps; once all are done, this browser does not ask again. */
export function useFirstSteps(): void {
  useQuery(firstStepsQuery, null);
  const areDone = useAtomValue(areStepsDoneAtom);
  const putAway = useSetAtom(putStepsAwayAtom);
  useEffect(() => {
    if (areDone) putAway();
  }, [areDone, putAway]);
}

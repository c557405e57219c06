import { useAtomValue } from 'jotai';
import { History } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { messages } from '#contracts/messages.ts';
import { asOfAtom } from '../../api/as-of.atoms.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatMoment } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Loading } from '../../ui/mark.tsx';
import { canShowPast } from './as-of-address.ts';
import { TimeControls } from './time-controls.view.tsx';
import { isBeforeFirstAtom, timeBarAtom, unshownMomentAtom, wrongMomentAtom } from './time-travel.atoms.ts';
import { useTimeTravel } from './time-travel.hooks.ts';
import styles from './time-travel.module.css';

/** Above a screen of the past: its moment, and controls to change it or to return to now. */
export function TimeTravel() {
  const asOf = useAtomValue(asOfAtom);
  const resting = useAtomValue(unshownMomentAtom);
  const isOpen = useAtomValue(timeBarAtom);
  const { pathname } = useLocation();
  const isHere = canShowPast(pathname);
  return (
    <div className={styles.place} data-past={asOf !== null}>
      <div role="status">
        {asOf !== null && <AsOf moment={asOf} />}
        {resting !== null && <Resting moment={resting} />}
      </div>
      {isHere && isOpen && <TimeControls />}
    </div>
  );
}

function AsOf({ moment }: { moment: string }) {
  const isBefore = useAtomValue(isBeforeFirstAtom);
  return (
    <p className={styles.band} data-testid="as-of">
      <Icon of={History} size={16} />
      <span>
        As of <strong>{formatMoment(moment)}</strong> · read-only
        {isBefore && ' · before anything was recorded in your company'}
      </span>
      <BackToNow />
    </p>
  );
}

/** This screen shows today; the moment applies to the next screen that can show it. */
function Resting({ moment }: { moment: string }) {
  return (
    <p className={styles.band} data-resting="true">
      <Icon of={History} size={16} />
      <span>This screen shows today. The others are as of {formatMoment(moment)}</span>
      <BackToNow />
    </p>
  );
}

function BackToNow() {
  const { backToNow } = useTimeTravel();
  return (
    <button type="button" className={styles.back} onClick={backToNow}>
      Back to now
    </button>
  );
}

/** Shown instead of a screen whose address asks for a moment that cannot be shown. */
export function WrongMoment() {
  const wrong = useAtomValue(wrongMomentAtom);
  const { backToNow } = useTimeTravel();
  if (wrong === null) return null;
  if (wrong === 'finding') return <Loading label="Looking up the moment" />;
  return (
    <EmptyState title={wrongTitles[wrong]} action={<Button onClick={backToNow}>Back to now</Button>}>
      {wrongTexts[wrong]}
    </EmptyState>
  );
}

const wrongTitles = {
  asOfFuture: 'Not yet',
  invalidAsOf: 'No such moment',
  notFound: 'The moment was not found',
} as const;

const wrongTexts = {
  asOfFuture: `${messages.asOfFuture}.`,
  invalidAsOf: 'The moment in this address cannot be read.',
  notFound: 'When that was could not be looked up. Please reload the page.',
} as const;

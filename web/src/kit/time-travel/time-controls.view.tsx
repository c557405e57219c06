import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { messages } from '#contracts/messages.ts';
import { asOfAtom } from '../../api/as-of.atoms.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { formatMoment } from '../../ui/format.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { clockAtom } from '../clock.atoms.ts';
import { useQuery } from '../queries/query.hooks.ts';
import { TIME_BUTTON } from './time-button.view.tsx';
import { fromDateTimeField, type ScaleKind, toDateTimeField } from './time-scale.ts';
import {
  firstMomentAtom,
  momentsQuery,
  scaleKindAtom,
  timeBarAtom,
  timeScaleAtom,
} from './time-travel.atoms.ts';
import { useTimeTravel } from './time-travel.hooks.ts';
import styles from './time-travel.module.css';

const KINDS: readonly { value: ScaleKind; label: string }[] = [
  { value: 'day', label: 'This day' },
  { value: 'all', label: 'All time' },
];

/** Chooses the moment by a field for date and time, and by a slider. Esc closes them. */
export function TimeControls() {
  const asOf = useAtomValue(asOfAtom);
  const [kind, setKind] = useAtom(scaleKindAtom);
  const close = useSetAtom(timeBarAtom);
  const first = useAtomValue(firstMomentAtom);
  useQuery(momentsQuery, null);
  const place = useRef<HTMLElement>(null);
  const leave = useFocusWithin(place);
  return (
    <section
      ref={place}
      className={styles.controls}
      aria-label="Time travel"
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return;
        leave();
        close(false);
      }}
    >
      <MomentField />
      <Segmented
        label="Slide over"
        small
        value={first === null ? 'day' : kind}
        onChange={setKind}
        options={first === null ? KINDS.slice(0, 1) : KINDS}
      />
      <TimeSlider />
      {asOf !== null && (
        <div className={styles.copy}>
          <CopyButton label="Copy link to this moment" text={() => window.location.href}>
            Copy link
          </CopyButton>
        </div>
      )}
    </section>
  );
}

/** Focuses the first field; the returned function gives the focus back, to the button when a key opened it. */
function useFocusWithin(place: RefObject<HTMLElement | null>): () => void {
  const before = useRef<Element>(null);
  useEffect(() => {
    before.current = document.activeElement;
    place.current?.querySelector('input')?.focus();
  }, [place]);
  return () => {
    const { current } = before;
    const isThere = current instanceof HTMLElement && current.isConnected && current !== document.body;
    (isThere ? current : document.getElementById(TIME_BUTTON))?.focus();
  };
}

function MomentField() {
  const asOf = useAtomValue(asOfAtom);
  const now = useAtomValue(clockAtom);
  const { travel } = useTimeTravel();
  /** Null: the field follows the moment of the screen. */
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const go = (event: FormEvent) => {
    event.preventDefault();
    if (typed === null) return;
    const instant = fromDateTimeField(typed);
    if (instant === null) return setProblem('Enter a date and a time');
    if (Date.parse(instant) > Date.now()) return setProblem(messages.asOfFuture);
    setProblem(null);
    setTyped(null);
    travel(instant);
  };
  return (
    <form className={styles.moment} onSubmit={go} noValidate>
      <TextField
        label="Date and time"
        type="datetime-local"
        value={typed ?? toDateTimeField(asOf ?? now)}
        max={toDateTimeField(now)}
        error={problem ?? false}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" variant="plain">
        Go
      </Button>
    </form>
  );
}

/** How long the slider must rest before the screen follows, in milliseconds. */
const REST_MS = 120;

/** The thumb follows at once, the screen only when it rests: a drag asks the server once. */
function TimeSlider() {
  const id = useId();
  const asOf = useAtomValue(asOfAtom);
  const now = useAtomValue(clockAtom);
  const scale = useAtomValue(timeScaleAtom);
  const { travel } = useTimeTravel();
  const [held, setHeld] = useState<{ step: number; instant: string } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The screen has arrived at that moment.
  useEffect(() => setHeld((before) => (before?.instant === asOf ? null : before)), [asOf]);
  const hold = (step: number) => {
    const instant = scale.instantOf(step);
    setHeld({ step, instant });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => travel(instant, { replace: asOf !== null }), REST_MS);
  };
  const shown = held?.instant ?? asOf ?? now;
  return (
    <div className={styles.slider}>
      <label htmlFor={id} className={styles.label}>
        {formatMoment(shown)}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={scale.most}
        value={held?.step ?? scale.stepOf(shown)}
        aria-valuetext={formatMoment(shown)}
        onChange={(event) => hold(Number(event.target.value))}
      />
      <div className={styles.ends} aria-hidden="true">
        <span>{formatMoment(scale.instantOf(0))}</span>
        <span>{formatMoment(scale.instantOf(scale.most))}</span>
      </div>
    </div>
  );
}

import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { isLocalDate } from '#contracts/local-date.ts';
import { todayAtom } from '../../kit/clock.atoms.ts';
import { paths, replayPath } from '../../kit/paths.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { shortcutsAtom } from '../../kit/theme.atoms.ts';
import { BillboardTable } from '../../ui/billboard-table.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { DateQuery } from '../../ui/date-query.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDate } from '../../ui/format.ts';
import { motionAllowed } from '../../ui/motion.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import {
  pauseAtom,
  rewindAtom,
  rowsAtom,
  seekAtom,
  startAtom,
  stepAtom,
  toggleAtom,
} from './player.atoms.ts';
import { filmAtom, type ReplayQuestion, replayQuery } from './replay.atoms.ts';
import styles from './replay.module.css';
import { Stage } from './stage.view.tsx';
import { REPLAY_MS } from './tempo.ts';
import { Transport } from './transport.view.tsx';

/** Plays the billboard of a day in about a minute. */
export function ReplayPage() {
  const { date = '' } = useParams();
  const [parameters] = useSearchParams();
  const later = parameters.get('later') === 'true';
  if (isLocalDate(date)) return <DayReplay key={`${date} ${later}`} date={date} later={later} />;
  return (
    <>
      <PageHeader title="Replay" />
      <Panel>
        <EmptyState
          title="There is no such date"
          action={<LinkButton to={paths.dashboard}>Go to the dashboard</LinkButton>}
        >
          The address names a date that is not in the calendar.
        </EmptyState>
      </Panel>
    </>
  );
}

function DayReplay({ date, later }: ReplayQuestion) {
  const navigate = useNavigate();
  const film = useAtomValue(filmAtom);
  useReplay({ date, later });
  useReplayKeys();
  return (
    <>
      <PageHeader
        title="Replay"
        note={formatDate(date, 'long')}
        aside={<DateQuery date={date} onlyOne onQuery={(day) => void navigate(replayPath(day))} />}
      />
      <QueryState of={replayQuery} loading="Loading the replay" />
      {film && (
        <div className={styles.sheets}>
          {film.replay.moments.length > 0 ? <Player /> : <Nothing later={later} date={date} />}
          <Later later={later} count={film.replay.later} date={date} />
        </div>
      )}
    </>
  );
}

function Player() {
  const me = useAtomValue(employeeAtom);
  const rows = useAtomValue(rowsAtom) ?? [];
  return (
    <>
      <Panel>
        <Stage />
        <Transport />
      </Panel>
      <Panel title="Daily Billboard" flush note="Quiet stretches pass faster">
        <BillboardTable
          rows={rows}
          ownId={me.id}
          empty={<EmptyState title="Nobody is on the board yet">The day is about to begin.</EmptyState>}
        />
      </Panel>
    </>
  );
}

function Nothing({ later, date }: ReplayQuestion) {
  const isToCome = date > useAtomValue(todayAtom);
  return (
    <Panel>
      <EmptyState title={isToCome ? 'This day has not come yet' : 'Nothing to replay'}>
        {isToCome
          ? ''
          : later
            ? 'Nobody worked or sold on this date. '
            : 'Nobody was on the board by its end. '}
        Choose another date.
      </EmptyState>
    </Panel>
  );
}

/** Corrections after the day are part of it on request only. */
function Later({ later, count, date }: { later: boolean; count: number; date: string }) {
  if (count === 0) return null;
  const changes = count === 1 ? 'One change was' : `${count} changes were`;
  return (
    <p className={styles.later}>
      {later
        ? `${changes} made after the end of this date. The replay ends with the board of today.`
        : `${changes} made after the end of this date and not shown.`}{' '}
      <Link to={later ? replayPath(date) : `${replayPath(date)}?later=true`} replace>
        {later ? 'Leave them out' : 'Include them'}
      </Link>
    </p>
  );
}

/** Loads the day and plays it from the beginning, once per mounted screen; people who asked for less motion start it themselves. */
function useReplay(question: ReplayQuestion): void {
  const isThere = useQuery(replayQuery, question) !== undefined;
  const [rewind, start, pause] = [useSetAtom(rewindAtom), useSetAtom(startAtom), useSetAtom(pauseAtom)];
  useEffect(() => {
    rewind();
    if (isThere && motionAllowed()) start();
    return pause;
  }, [rewind, start, pause, isThere]);
}

/** Space plays and pauses, arrows step from event to event, Home and End jump to the ends. */
function useReplayKeys(): void {
  const isOn = useAtomValue(shortcutsAtom);
  const [toggle, step, seek] = [useSetAtom(toggleAtom), useSetAtom(stepAtom), useSetAtom(seekAtom)];
  const does: Readonly<Record<string, () => void>> = {
    ' ': () => toggle(),
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    Home: () => seek(0),
    End: () => seek(REPLAY_MS),
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = does[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const isSlider = event.target instanceof HTMLInputElement && event.target.type === 'range';
    if (!isSlider && (!isOn || isTaken(event.target, event.key))) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const heard = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', heard);
    return () => document.removeEventListener('keydown', heard);
  }, []);
}

/** Whether the focused element, an open dialog or an open menu uses the keys. */
function isTaken(target: EventTarget | null, key: string): boolean {
  if (document.querySelector('dialog:modal, :popover-open')) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || target.isContentEditable) return true;
  return key === ' ' && /^(BUTTON|A|SUMMARY)$/.test(target.tagName);
}

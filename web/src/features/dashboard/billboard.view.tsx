import { useAtomValue, useSetAtom } from 'jotai';
import { CirclePlay, MonitorUp, Scale } from 'lucide-react';
import { Link } from 'react-router-dom';
import { messages } from '#contracts/messages.ts';
import { asOfAtom } from '../../api/as-of.atoms.ts';
import { todayAtom } from '../../kit/clock.atoms.ts';
import {
  billboardAtom,
  billboardProblemAtom,
  billboardRefreshAtom,
  isBillboardStaleAtom,
  loadBillboardAtom,
  ownPlaceAtom,
} from '../../kit/numbers/billboard.atoms.ts';
import { OpenableNumberIf } from '../../kit/numbers/openable-number.view.tsx';
import { comparisonPath, paths, replayPath } from '../../kit/paths.ts';
import { NEEDS_CONNECTION } from '../../kit/queries/query-state.view.tsx';
import { hasRole } from '../../kit/session/permissions.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { hasAnsweredAtom, isDisconnectedAtom } from '../../live/live.atoms.ts';
import { type BillboardFigure, BillboardTable } from '../../ui/billboard-table.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Loading } from '../../ui/mark.tsx';
import { Panel } from '../../ui/panel.tsx';
import { usePastBillboard } from './billboard.hooks.ts';
import styles from './dashboard.module.css';
import { LocalTime } from './local-time.view.tsx';

export function Billboard() {
  const me = useAtomValue(employeeAtom);
  const rows = useAtomValue(billboardAtom);
  const problem = useAtomValue(billboardProblemAtom);
  const load = useSetAtom(loadBillboardAtom);
  const isDisconnected = useAtomValue(isDisconnectedAtom);
  const hasAnswered = useAtomValue(hasAnsweredAtom);
  usePastBillboard();
  return (
    <Panel title="Daily Billboard" flush note={<Head />}>
      <Refresh key={String(hasAnswered)} />
      {rows ? (
        <BillboardTable
          rows={rows}
          ownId={me.id}
          figure={RowFigure}
          aside={LocalTime}
          download
          empty={<NobodyYet />}
        />
      ) : problem ? (
        <EmptyState
          title="The billboard could not be loaded"
          action={
            <Button variant="plain" onClick={() => void load()}>
              Try again
            </Button>
          }
        >
          {isDisconnected && problem === messages.unavailable ? NEEDS_CONNECTION : problem}
        </EmptyState>
      ) : (
        <Loading label="Loading the billboard" />
      )}
    </Panel>
  );
}

/** Begins anew once a page without a network has reached the server. */
function Refresh() {
  useAtomValue(billboardRefreshAtom);
  return null;
}

function Head() {
  const me = useAtomValue(employeeAtom);
  const asOf = useAtomValue(asOfAtom);
  const today = useAtomValue(todayAtom);
  return (
    <div className={styles.head}>
      <Note />
      {asOf !== null && hasRole(me, 'manager') && (
        <Link to={comparisonPath(today, asOf)}>
          <Icon of={Scale} size={16} /> Then and today
        </Link>
      )}
      <Link to={replayPath(today)}>
        <Icon of={CirclePlay} size={16} /> Replay
      </Link>
      <Link to={paths.wall}>
        <Icon of={MonitorUp} size={16} /> Wall mode
      </Link>
    </div>
  );
}

function Note() {
  const people = useAtomValue(billboardAtom)?.length;
  const place = useAtomValue(ownPlaceAtom);
  const isBehind = useAtomValue(isBillboardStaleAtom);
  const problem = useAtomValue(billboardProblemAtom);
  if (people === undefined) return null;
  if (problem) return <span role="status">Last refresh failed. Showing what is known.</span>;
  if (isBehind) return <span>May be behind until the connection is back</span>;
  return (
    <span>
      {people === 1 ? '1 person' : `${formatNumber(people)} people`}, best commission first
      {place > 0 && people > 1 && `, you are no. ${formatNumber(place)}`}
    </span>
  );
}

function NobodyYet() {
  return (
    <NowOnly
      past={
        <EmptyState title="Nobody was on the board yet">
          Whoever signed in or sold later that day is not on it at this moment.
        </EmptyState>
      }
    >
      <EmptyState
        title="Nobody is on the board yet"
        action={
          <LinkButton variant="plain" to={paths.newSale}>
            Record a sale
          </LinkButton>
        }
      >
        Everybody who signs in or sells today appears here at once.
      </EmptyState>
    </NowOnly>
  );
}

/** A figure of a row of the billboard; it opens for the employee of the row and for managers. */
function RowFigure({ row, of, text, children }: BillboardFigure) {
  const me = useAtomValue(employeeAtom);
  const may = me.id === row.employee_id || hasRole(me, 'manager');
  const question = { of, id: row.employee_id, date: row.login_date };
  return (
    <OpenableNumberIf may={may} question={question} text={text}>
      {children}
    </OpenableNumberIf>
  );
}

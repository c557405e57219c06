import { useAtomValue, useSetAtom } from 'jotai';
import { Opens } from '../../app/numbers/opens.view.tsx';
import { employeeAtom } from '../../app/session/session.atoms.ts';
import { Panel } from '../../ui/panel.tsx';
import { useRested } from '../../ui/use-rested.ts';
import { type ChartFigure, WeeklyChart } from '../../ui/weekly-chart.tsx';
import { isBillboardThereAtom } from './billboard.atoms.ts';
import { weeklyRowsAtom, weeklyStats } from './weekly-stats.atoms.ts';
import { useWeeklyStats } from './weekly-stats.hooks.ts';

/** A chart is drawn as a whole: many sales in a second are one picture. */
const DRAW_MS = 1000;

/** Comes after the billboard, which people look at first, and below it, so that it does not move when that grows. */
export function WeeklyStats() {
  const isTurn = useAtomValue(isBillboardThereAtom);
  if (!isTurn) return null;
  return (
    <Panel title="Weekly Stats">
      <Chart />
    </Panel>
  );
}

function Chart() {
  const rows = useRested(useAtomValue(weeklyRowsAtom), DRAW_MS);
  const reload = useSetAtom(weeklyStats.reloadAtom);
  useWeeklyStats();
  return <WeeklyChart rows={rows} onRetry={() => void reload()} figure={DayFigure} />;
}

function DayFigure({ date, text, children }: ChartFigure) {
  const { id } = useAtomValue(employeeAtom);
  return (
    <Opens question={{ of: 'sales per hour', id, date }} text={text}>
      {children}
    </Opens>
  );
}

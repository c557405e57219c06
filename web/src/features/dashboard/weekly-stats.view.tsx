import { useAtomValue, useSetAtom } from 'jotai';
import { todayAtom } from '../../kit/clock.atoms.ts';
import { isBillboardLoadedAtom } from '../../kit/numbers/billboard.atoms.ts';
import { OpenableNumber } from '../../kit/numbers/openable-number.view.tsx';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { Panel } from '../../ui/panel.tsx';
import { useThrottled } from '../../ui/use-throttled.ts';
import { type ChartFigure, WeeklyChart } from '../../ui/weekly-chart.tsx';
import { weeklyRowsAtom, weeklyStatsQuery } from './weekly-stats.atoms.ts';

/** A chart is drawn as a whole, so many sales in a second are drawn once. */
const DRAW_MS = 1000;

/** Loaded after the billboard, which people look at first; below it, with a reserved place. */
export function WeeklyStats() {
  const isTurn = useAtomValue(isBillboardLoadedAtom);
  if (!isTurn) return null;
  return (
    <Panel title="Weekly Stats">
      <Chart />
    </Panel>
  );
}

function Chart() {
  useQuery(weeklyStatsQuery, useAtomValue(todayAtom));
  const rows = useThrottled(useAtomValue(weeklyRowsAtom), DRAW_MS);
  const reload = useSetAtom(weeklyStatsQuery.reloadAtom);
  return <WeeklyChart rows={rows} onRetry={() => void reload()} figure={DayFigure} />;
}

function DayFigure({ date, text, children }: ChartFigure) {
  const { id } = useAtomValue(employeeAtom);
  return (
    <OpenableNumber question={{ of: 'sales per hour', id, date }} text={text}>
      {children}
    </OpenableNumber>
  );
}

import { useAtomValue, useSetAtom } from 'jotai';
import { useParams } from 'react-router-dom';
import { useResource } from '../../app/lists/resource.hooks.ts';
import { Opens } from '../../app/numbers/opens.view.tsx';
import { type ChartFigure, WeeklyChart } from '../../ui/weekly-chart.tsx';
import { chartResource } from './employees.atoms.ts';
import { useNews } from './news.hooks.ts';

export function EmployeeChart({ id, resting }: { id: string; resting: boolean }) {
  const rows = useResource(chartResource, id)?.requestedData;
  useNews(chartResource, id, resting);
  const hasFailed = useAtomValue(chartResource.errorAtom) !== null;
  const reload = useSetAtom(chartResource.reloadAtom);
  return (
    <WeeklyChart
      rows={rows ?? (hasFailed ? null : undefined)}
      onRetry={() => void reload()}
      figure={DayFigure}
    />
  );
}

function DayFigure({ date, text, children }: ChartFigure) {
  const { id = '' } = useParams();
  return (
    <Opens question={{ of: 'sales per hour', id, date }} text={text}>
      {children}
    </Opens>
  );
}

import { useAtomValue, useSetAtom } from 'jotai';
import { useResource } from '../../app/resource.hooks.ts';
import { WeeklyChart } from '../../ui/weekly-chart.tsx';
import { chartResource } from './employees.atoms.ts';
import { useNews } from './news.hooks.ts';

export function EmployeeChart({ id }: { id: string }) {
  const rows = useResource(chartResource, id)?.requestedData;
  useNews(chartResource, id);
  const hasFailed = useAtomValue(chartResource.errorAtom) !== null;
  const reload = useSetAtom(chartResource.reloadAtom);
  return <WeeklyChart rows={rows ?? (hasFailed ? null : undefined)} onRetry={() => void reload()} />;
}

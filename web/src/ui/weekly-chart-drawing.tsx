import { BarChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import EChartsReact from 'echarts-for-react/esm/core';
import { useMemo } from 'react';
import type { ChartRow } from '#contracts/endpoints/logs.endpoints.ts';
import { useChartColours } from './use-chart-colours.ts';
import { weeklyChartOption } from './weekly-chart-option.ts';

// On a canvas: drawings of the SVG renderer carry style attributes, which the Content-Security-Policy stops.
echarts.use([BarChart, GridComponent, TooltipComponent, CanvasRenderer]);

/** As high as what it stands in. */
const FULL = { height: '100%' };

export function WeeklyChartDrawing({ rows, label }: { rows: readonly ChartRow[]; label: string }) {
  const colours = useChartColours();
  const option = useMemo(() => weeklyChartOption(rows, colours), [rows, colours]);
  return <EChartsReact echarts={echarts} option={option} style={FULL} role="img" aria-label={label} />;
}

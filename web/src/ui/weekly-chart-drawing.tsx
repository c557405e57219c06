import { BarChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import EChartsReact from 'echarts-for-react/esm/core';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { ChartRow } from '#contracts/endpoints/logs.endpoints.ts';
import { type ChartColours, weeklyChartOption } from './weekly-chart-option.ts';

// On a canvas: the SVG renderer writes style attributes, which the Content-Security-Policy blocks.
echarts.use([BarChart, GridComponent, TooltipComponent, CanvasRenderer]);

/** As high as its container. */
const FULL = { height: '100%' };

/** The current width and height of its container. */
const AUTO = { width: 'auto', height: 'auto' } as const;

export function WeeklyChartDrawing({ rows, label }: { rows: readonly ChartRow[]; label: string }) {
  const colours = useChartColours();
  const option = useMemo(() => weeklyChartOption(rows, colours), [rows, colours]);
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsReact>(null);
  // The library observes its container only after the first drawing and would miss a change of size before that.
  useEffect(() => {
    const watch = new ResizeObserver(() => chart.current?.getEchartsInstance()?.resize(AUTO));
    if (frame.current) watch.observe(frame.current);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={frame}>
      <EChartsReact
        ref={chart}
        echarts={echarts}
        option={option}
        opts={AUTO}
        autoResize={false}
        style={FULL}
        role="img"
        aria-label={label}
      />
    </div>
  );
}

/** The colour tokens of the current theme. */
function useChartColours(): ChartColours {
  // A text, which compares equal as long as the colours do.
  const written = useSyncExternalStore(watchTheme, writtenColours);
  return useMemo(() => JSON.parse(written) as ChartColours, [written]);
}

function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

function writtenColours(): string {
  const tokens = getComputedStyle(document.documentElement);
  const colours: ChartColours = {
    bar: tokens.getPropertyValue('--accent'),
    ink: tokens.getPropertyValue('--ink'),
    inkSoft: tokens.getPropertyValue('--ink-soft'),
    rule: tokens.getPropertyValue('--rule'),
    surface: tokens.getPropertyValue('--surface'),
    font: tokens.fontFamily,
  };
  return JSON.stringify(colours);
}

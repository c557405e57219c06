import type { BarSeriesOption } from 'echarts/charts';
import type { GridComponentOption, TooltipComponentOption } from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import type { ChartRow } from '#contracts/endpoints/logs.endpoints.ts';
import {
  formatDate,
  formatDay,
  formatDayOfMonth,
  formatDecimal,
  formatNumber,
  formatWeekday,
} from './format.ts';

export type WeeklyChartOption = ComposeOption<BarSeriesOption | GridComponentOption | TooltipComponentOption>;

/** The tokens of a chart: a canvas does not know custom properties. */
export type ChartColours = {
  bar: string;
  ink: string;
  inkSoft: string;
  rule: string;
  surface: string;
  font: string;
};

/** The date of a value that may have a time. */
export const dayOf = ({ login_date }: ChartRow): string => login_date.slice(0, 10);

/** Whether all days are without a shift. */
export const isEmptyChart = (rows: readonly ChartRow[]): boolean =>
  rows.every(({ sales_per_hour }) => sales_per_hour === null);

/** One bar per day with its value on top. A day without a rate is a gap; a day without sales is a bar of 0. */
export function weeklyChartOption(rows: readonly ChartRow[], colours: ChartColours): WeeklyChartOption {
  const { bar, ink, inkSoft, rule, surface, font } = colours;
  const text = { fontFamily: font, fontSize: 12 };
  return {
    // Elsewhere only a changed number is animated, and the numbers of a chart are pixels.
    animation: false,
    textStyle: { fontFamily: font },
    grid: { left: 4, right: 4, top: 24, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'category',
      data: rows.map((row, at) => dayLabel(dayOf(row), at === 0)),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: rule } },
      axisLabel: { ...text, color: inkSoft, lineHeight: 16, interval: 0, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      min: 0,
      // Without any sales there is nothing to measure by; three whole steps have no odd labels.
      max: ({ max }) => (max > 0 ? null : 3),
      splitNumber: 3,
      splitLine: { lineStyle: { color: rule, width: 1 } },
      axisLabel: { ...text, color: inkSoft, formatter: (value: number) => formatNumber(value) },
    },
    tooltip: {
      trigger: 'axis',
      // An HTML tooltip carries style attributes, which the Content-Security-Policy stops.
      renderMode: 'richText',
      confine: true,
      axisPointer: { type: 'shadow', z: 0, shadowStyle: { color: rule, opacity: 0.35 } },
      backgroundColor: surface,
      borderColor: rule,
      borderWidth: 1,
      padding: [8, 12],
      textStyle: { ...text, color: ink },
      formatter: (hovered) => {
        const [first] = [hovered].flat();
        const row = rows[first?.dataIndex ?? -1];
        return row ? `${formatDate(dayOf(row))}\n${spokenRate(row)}` : '';
      },
    },
    series: [
      {
        type: 'bar',
        data: rows.map(({ sales_per_hour }) => sales_per_hour),
        barMaxWidth: 40,
        // A day without sales is a line on the ground.
        barMinHeight: 2,
        itemStyle: { color: bar, borderRadius: [3, 3, 0, 0] },
        emphasis: { disabled: true },
        label: {
          ...text,
          show: true,
          position: 'top',
          color: ink,
          formatter: ({ value }) => (typeof value === 'number' ? formatDecimal(value) : ''),
        },
      },
    ],
  };
}

/** `1.50 sales/hr`, or that there was no shift. */
export function spokenRate({ sales_per_hour }: ChartRow): string {
  return sales_per_hour === null ? 'No shift' : `${formatDecimal(sales_per_hour)} sales/hr`;
}

/** Weekday and day, seven of which fit on a phone; the month stands where it begins. */
function dayLabel(date: string, isFirst: boolean): string {
  const isNewMonth = isFirst || date.endsWith('-01');
  return `${formatWeekday(date)}\n${isNewMonth ? formatDay(date) : formatDayOfMonth(date)}`;
}

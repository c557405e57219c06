import { describe, expect, test } from 'vitest';
import { formatDate, formatDay, formatDayOfMonth, formatDecimal, formatWeekday } from './format.ts';
import { type ChartColours, isEmptyChart, spokenRate, weeklyChartOption } from './weekly-chart-option.ts';

const colours: ChartColours = {
  bar: '#0f5a3c',
  ink: '#111111',
  inkSoft: '#555555',
  rule: '#dddddd',
  surface: '#ffffff',
  font: 'Inter',
};

const rows = [
  { login_date: '2026-03-02T00:00:00.000Z', sales_per_hour: 1.5 },
  { login_date: '2026-03-03', sales_per_hour: null },
  { login_date: '2026-03-04', sales_per_hour: 0 },
];

/** The options as plain objects: the types of ECharts allow many shapes. */
function drawn() {
  const option = weeklyChartOption(rows, colours);
  return JSON.parse(JSON.stringify(option)) as {
    xAxis: { data: string[] };
    tooltip: { renderMode: string };
    series: { data: (number | null)[]; itemStyle: { color: string } }[];
    legend?: unknown;
    animation: boolean;
  };
}

describe('the weekly chart', () => {
  test('has one bar per day in the token colour, and a gap for a day without a shift', () => {
    const { series, legend } = drawn();
    expect(series).toHaveLength(1);
    expect(series[0]?.data).toEqual([1.5, null, 0]);
    expect(series[0]?.itemStyle.color).toBe(colours.bar);
    expect(legend).toBeUndefined();
  });

  test('names the days by their weekday, with or without a time in the date', () => {
    const { data } = drawn().xAxis;
    expect(data.map((label) => label.split('\n')[0])).toEqual([
      formatWeekday('2026-03-02'),
      formatWeekday('2026-03-03'),
      formatWeekday('2026-03-04'),
    ]);
    expect(data.map((label) => label.split('\n')[1])).toEqual([formatDay('2026-03-02'), '3', '4']);
  });

  test('shows day and value on hover, drawn without HTML', () => {
    const { tooltip } = weeklyChartOption(rows, colours);
    const formatter = (tooltip as { formatter: (hovered: { dataIndex: number }[]) => string }).formatter;
    expect(formatter([{ dataIndex: 0 }])).toBe(`${formatDate('2026-03-02')}\n${formatDecimal(1.5)} sales/hr`);
    expect(formatter([{ dataIndex: 1 }])).toContain('No shift');
    expect(formatter([])).toBe('');
    expect(drawn().tooltip.renderMode).toBe('richText');
  });

  test('names the month at its first day', () => {
    const days = ['2026-02-28', '2026-03-01', '2026-03-02'];
    const { xAxis } = weeklyChartOption(
      days.map((login_date) => ({ login_date, sales_per_hour: 1 })),
      colours,
    );
    const { data } = xAxis as { data: string[] };
    expect(data.map((label) => label.split('\n')[1])).toEqual([
      formatDay('2026-02-28'),
      formatDay('2026-03-01'),
      formatDayOfMonth('2026-03-02'),
    ]);
  });

  test('is not animated', () => {
    expect(drawn().animation).toBe(false);
  });

  test('is empty without rates; a day without sales counts as a rate of 0', () => {
    expect(isEmptyChart([])).toBe(true);
    expect(isEmptyChart([{ login_date: '2026-03-02', sales_per_hour: null }])).toBe(true);
    expect(isEmptyChart([{ login_date: '2026-03-02', sales_per_hour: 0 }])).toBe(false);
    expect(spokenRate({ login_date: '2026-03-02', sales_per_hour: 0 })).toBe(`${formatDecimal(0)} sales/hr`);
  });
});

import { type ComponentType, lazy, type ReactNode, Suspense, useRef } from 'react';
import type { ChartRow } from '#contracts/endpoints/logs.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { Button } from './button.tsx';
import { formatDate, formatDecimal } from './format.ts';
import { Loading } from './mark.tsx';
import { useSeen } from './use-seen.ts';
import styles from './weekly-chart.module.css';
import { dayOf, isEmptyChart } from './weekly-chart-option.ts';

const TITLE = 'Sales Per Hour by Date';

/** In its own chunk, which nothing else waits for, and which comes when the chart does. Without it the table still tells everything. */
const Drawing = lazy(async () => {
  const chunk = await import('./weekly-chart-drawing.tsx').catch(() => null);
  return { default: chunk?.WeeklyChartDrawing ?? MissingDrawing };
});

/** A value of the table as it is drawn, for callers that wrap it. */
export type ChartFigure = { date: string; text: string; children: ReactNode };

type WeeklyChartProps = {
  /** Oldest first; undefined while on its way, null when there is no person to show. */
  rows: readonly ChartRow[] | undefined | null;
  /** Asks again where there is none. */
  onRetry?: () => void;
  figure?: ComponentType<ChartFigure> | undefined;
};

/** Sales per hour of the last days, as bars once in sight and as a table. Its place has one height throughout. */
export function WeeklyChart({ rows, onRetry, figure = Plain }: WeeklyChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(box);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.title}>{TITLE}</figcaption>
      <div ref={box} className={styles.box} data-testid="weekly-chart">
        {rows === undefined ? (
          <Loading label="Loading the chart" />
        ) : rows === null ? (
          <Nothing message={messages.noGraphData} onRetry={onRetry} />
        ) : isEmptyChart(rows) ? (
          <Nothing message={messages.emptyChart} />
        ) : (
          isSeen && (
            <Suspense fallback={<Loading label="Loading the chart" />}>
              <Drawing rows={rows} label={`${TITLE}, as a chart`} />
            </Suspense>
          )
        )}
      </div>
      <div className={styles.foot}>
        {rows && !isEmptyChart(rows) && <Values rows={rows} figure={figure} />}
      </div>
    </figure>
  );
}

function Nothing({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) {
  return (
    <div className={styles.nothing}>
      <p>{message}</p>
      {onRetry && (
        <Button variant="plain" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

const Plain = ({ children }: ChartFigure) => children;

function MissingDrawing() {
  return (
    <div className={styles.nothing}>
      <p>The chart could not be loaded. Its values are in the table below.</p>
    </div>
  );
}

/** The same for people who cannot see the chart, or need two decimals. */
type ValuesProps = { rows: readonly ChartRow[]; figure: ComponentType<ChartFigure> };

function Values({ rows, figure: Figure }: ValuesProps) {
  return (
    <details className={styles.values}>
      <summary>Show the values</summary>
      <table>
        <caption className="visually-hidden">{TITLE}</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Sales/hr</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.login_date}>
              <td>{formatDate(dayOf(row))}</td>
              <td>
                {row.sales_per_hour === null ? (
                  'No shift'
                ) : (
                  <Figure date={dayOf(row)} text={formatDecimal(row.sales_per_hour)}>
                    {formatDecimal(row.sales_per_hour)}
                  </Figure>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

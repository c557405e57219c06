import { Pencil, Plus, Trash2 } from 'lucide-react';
import { BillboardTable } from '../../ui/billboard-table.tsx';
import { Button } from '../../ui/button.tsx';
import { Changes } from '../../ui/changes.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Timeline, TimelineEntry } from '../../ui/timeline.tsx';
import { WeeklyChart } from '../../ui/weekly-chart.tsx';
import styles from './gallery.module.css';
import { billboardRows, LONG, type Thing, things, week } from './gallery-data.ts';
import { Held, nothing, Sample, State, StateOfPage } from './sample.view.tsx';

const columns: readonly Column<Thing>[] = [
  { label: 'No', show: (_thing, place) => place, numeric: true, card: 'none' },
  { label: 'Name', show: ({ name }) => name, sortBy: ({ name }) => name, card: 'heading' },
  { label: 'Sold', show: ({ sold }) => sold, sortBy: ({ sold }) => sold, numeric: true },
  {
    label: 'Price',
    show: ({ price }) => formatMoney(price),
    sortBy: ({ price }) => price,
    numeric: true,
    card: 'main',
  },
  { label: 'Edit', show: () => <Button variant="quiet">Edit</Button>, card: 'actions' },
];

/** Tables and charts. */
export function Lists() {
  return (
    <>
      <Sample
        name="DataTable"
        use="Sorts, downloads, prints; a row becomes a card below 640 px; a long list comes in parts."
      >
        <State of="A few rows">
          <Things count={4} />
        </State>
        <State of="Empty">
          <Things count={0} />
        </State>
        <State of="Long">
          <Held start={4}>
            {(count, set) => (
              <div className={styles.stack}>
                <Button variant="plain" onClick={() => set(count === 4 ? 1234 : 4)}>
                  {count === 4 ? 'Fill with 1,234 rows' : 'Only a few'}
                </Button>
                <Things count={count} />
              </div>
            )}
          </Held>
        </State>
      </Sample>
      <Sample name="BillboardTable" use="Who sells today. A row that changed lights up, ranks move.">
        <State wide of="Three people, the first is you; press to sell">
          <Held start={billboardRows}>
            {(rows, set) => (
              <div className={styles.stack}>
                <Button
                  variant="plain"
                  onClick={() =>
                    set(
                      rows
                        .map((row, at) =>
                          at === rows.length - 1
                            ? { ...row, sales: row.sales + 1, commission: row.commission + 2000 }
                            : row,
                        )
                        .sort((left, right) => right.commission - left.commission),
                    )
                  }
                >
                  The last one sells
                </Button>
                <Panel title="Daily Billboard" note="best commission first" flush>
                  <BillboardTable rows={rows} ownId="employee 0" empty={null} />
                </Panel>
              </div>
            )}
          </Held>
        </State>
      </Sample>
      <Sample
        name="WeeklyChart"
        use="Sales per hour of the last days, as bars and as a table. On a canvas, so in the theme of the page."
      >
        <StateOfPage of="A week">
          <WeeklyChart rows={week} />
        </StateOfPage>
        <StateOfPage of="Nobody worked">
          <WeeklyChart rows={week.map((row) => ({ ...row, sales_per_hour: null }))} />
        </StateOfPage>
        <StateOfPage of="Could not be fetched">
          <WeeklyChart rows={null} onRetry={nothing} />
        </StateOfPage>
        <StateOfPage of="On its way">
          <WeeklyChart rows={undefined} />
        </StateOfPage>
      </Sample>
    </>
  );
}

function Things({ count }: { count: number }) {
  return (
    <Panel flush>
      <DataTable
        caption="Things"
        columns={columns}
        rows={things(count)}
        keyOf={({ id }) => id}
        download="things"
        empty={<EmptyState title="No things yet">The first one appears here.</EmptyState>}
      />
    </Panel>
  );
}

const at = (short: string, exact: string) => ({ instant: '2026-03-02T14:05:07.000Z', short, exact });

/** Timelines and changed fields. */
export function Timelines() {
  return (
    <>
      <Sample name="Timeline" use="What happened, newest first: what, when, who, and below it what changed.">
        <State of="Made, changed, gone">
          <Panel>
            <Timeline label="History of a sale" heading="Monday, March 2, 2026">
              <TimelineEntry
                icon={Trash2}
                tone="gone"
                title="Sale deleted"
                time={at('2 minutes ago', '2:07:44 p.m. EST')}
                by="Grace Hopper · in the app"
              />
              <TimelineEntry
                icon={Pencil}
                tone="changed"
                title={`Sale changed: ${LONG}`}
                time={at('4 minutes ago', '2:05:07 p.m. EST')}
                by="Grace Hopper · in the app"
                links={<a href="#lists">The screen as of then</a>}
              >
                <Changes of={[{ field: 'Status', before: 'Negotiating', after: 'Closed' }]} />
              </TimelineEntry>
              <TimelineEntry
                icon={Plus}
                tone="made"
                title="Sale recorded"
                time={at('1 hour ago', '1:02:30 p.m. EST')}
                by="imported"
              />
            </Timeline>
          </Panel>
        </State>
        <State of="One comes; press">
          <Held start={0}>
            {(count, set) => (
              <div className={styles.stack}>
                <Button variant="plain" onClick={() => set(count + 1)}>
                  Something happens
                </Button>
                <Timeline label="What happens">
                  {Array.from({ length: count + 1 }, (_, place) => count - place).map((number) => (
                    <TimelineEntry
                      key={number}
                      icon={Plus}
                      title={`Event ${number + 1}`}
                      time={at('now', '2:05:07 p.m. EST')}
                      isNew={number > 0}
                    />
                  ))}
                </Timeline>
              </div>
            )}
          </Held>
        </State>
      </Sample>
      <Sample name="Changes" use="Fields with what they were and what they became.">
        <State of="Changed, new, the same, gone, long">
          <Changes
            of={[
              { field: 'Price', before: '$1,200.00', after: '$1,350.00' },
              { field: 'Customer Number', before: null, after: 'C-1041' },
              { field: 'Tax', before: '13%', after: '13%' },
              { field: 'Details', before: LONG, after: null },
              { field: 'A name', before: LONG, after: LONG },
            ]}
          />
        </State>
      </Sample>
    </>
  );
}

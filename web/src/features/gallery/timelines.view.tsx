import { Pencil, Plus, Trash2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Changes } from '../../ui/changes.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Timeline, TimelineEntry } from '../../ui/timeline.tsx';
import styles from './gallery.module.css';
import { LONG } from './gallery-data.ts';
import { Held, Sample, State } from './sample.view.tsx';

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

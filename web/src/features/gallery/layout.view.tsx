import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Steps } from '../../ui/steps.tsx';
import { TwoColumns } from '../../ui/two-columns.tsx';
import styles from './gallery.module.css';
import { LONG } from './gallery-data.ts';
import { Sample, State } from './sample.view.tsx';

/** Headers, panels and columns. */
export function Layout() {
  return (
    <>
      <Sample
        name="PageHeader"
        use="Title of a screen, also the document's; beside it what acts on all of it."
      >
        <State of="With a note and a button">
          <PageHeader title="My Sales" note="All dates" aside={<Button>New Sale</Button>} />
        </State>
        <State of="Long">
          <PageHeader title={LONG} />
        </State>
      </Sample>
      <Sample
        name="Panel"
        use="A sheet on the paper; flush where a table reaches its edges, narrow for forms."
      >
        <State of="With a title, without one, narrow">
          <div className={styles.stack}>
            <Panel title="Shift Details" note="since 9:05">
              What it holds
            </Panel>
            <Panel>{LONG}</Panel>
            <Panel narrow>A form</Panel>
          </div>
        </State>
      </Sample>
      <Sample
        name="TwoColumns"
        use="Two panels beside each other, or below each other where there is no room."
      >
        <State of="Two panels">
          <TwoColumns>
            <Panel title="Goal">What it is</Panel>
            <Panel title="Campaigns">What belongs to it</Panel>
          </TwoColumns>
        </State>
        <State of="A sheet and something small">
          <TwoColumns sheet>
            <Panel title="Sale">What is typed</Panel>
            <Panel title="My Commission">What comes of it</Panel>
          </TwoColumns>
        </State>
      </Sample>
      <Sample name="Steps" use="Where one is on the way, on the dark board.">
        <State of="First, middle">
          <div className={styles.stack}>
            {[0, 1].map((at) => (
              <div key={at} className={styles.board}>
                <Steps of={['Company', 'Email', 'Card']} at={at} />
              </div>
            ))}
          </div>
        </State>
      </Sample>
    </>
  );
}

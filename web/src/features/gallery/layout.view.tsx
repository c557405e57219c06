import { errorAlert, noAlert, pendingAlert, successAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading } from '../../ui/mark.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Steps } from '../../ui/steps.tsx';
import { TwoColumns } from '../../ui/two-columns.tsx';
import styles from './gallery.module.css';
import { LONG } from './gallery-data.ts';
import { Held, nothing, Sample, State } from './sample.view.tsx';

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

/** Messages and progress. */
export function Notices() {
  return (
    <>
      <Sample
        name="MessageBox"
        use="The alert banner: red with its title, amber while something waits, green without, absent when empty."
      >
        <State of="One error, several errors with a long one">
          <MessageBox alert={errorAlert('Make sure all input fields are complete')} onClose={nothing} />
          <MessageBox alert={errorAlert('Wrong passcode.', LONG)} onClose={nothing} />
        </State>
        <State of="Not done yet">
          <MessageBox
            alert={pendingAlert('There is no network. The sale waits on this device')}
            onClose={nothing}
          />
        </State>
        <State of="A success, with something to do about it">
          <MessageBox alert={successAlert('Data saved successfully')} onClose={nothing}>
            <Button variant="quiet">Undo</Button>
          </MessageBox>
        </State>
        <State of="Closed by its button">
          <Held start={errorAlert('Close me')}>
            {(alert, set) => <MessageBox alert={alert} onClose={() => set(noAlert)} />}
          </Held>
        </State>
      </Sample>
      <Sample name="EmptyState" use="Nothing to show yet, and what to do about it.">
        <State of="With an action">
          <EmptyState title="No sales yet" action={<Button>Record a sale</Button>}>
            Your first sale appears here as soon as you record it.
          </EmptyState>
        </State>
        <State of="Long, without one">
          <EmptyState title={LONG}>{LONG}</EmptyState>
        </State>
      </Sample>
      <Sample name="Loading" use="Something is on its way; quick answers never show it.">
        <State of="The strokes draw one by one">
          <Loading />
        </State>
      </Sample>
      <Sample name="Progress" use="How far; more than reached stays full.">
        <State of="Nothing, some, reached">
          <div className={styles.stack}>
            <Progress share={0} label="None of the goal" />
            <Progress share={0.62} label="62% of the goal" />
            <Progress share={1.4} label="The goal is reached" />
          </div>
        </State>
      </Sample>
    </>
  );
}

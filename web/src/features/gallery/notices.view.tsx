import { errorAlert, noAlert, successAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading } from '../../ui/mark.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { Progress } from '../../ui/progress.tsx';
import styles from './gallery.module.css';
import { LONG } from './gallery-data.ts';
import { Held, nothing, Sample, State } from './sample.view.tsx';

/** Messages and progress. */
export function Notices() {
  return (
    <>
      <Sample name="MessageBox" use="The alert banner: red with its title, green without, absent when empty.">
        <State of="One error, several errors with a long one">
          <MessageBox alert={errorAlert('Make sure all input fields are complete')} onClose={nothing} />
          <MessageBox alert={errorAlert('Wrong passcode.', LONG)} onClose={nothing} />
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

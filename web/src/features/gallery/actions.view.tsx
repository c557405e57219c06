import { Plus, X } from 'lucide-react';
import { ActionLink } from '../../ui/action-link.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { CsvButton } from '../../ui/csv-button.tsx';
import { DownloadLink } from '../../ui/download-link.tsx';
import { DurationEdit } from '../../ui/duration-edit.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextDialog } from '../../ui/text-dialog.tsx';
import { TimeEdit } from '../../ui/time-edit.tsx';
import styles from './gallery.module.css';
import { LONG, things } from './gallery-data.ts';
import { Held, nothing, Sample, State } from './sample.view.tsx';

const VARIANTS = ['main', 'plain', 'quiet', 'danger'] as const;

/** Buttons, links and dialogs. */
export function Actions() {
  return (
    <>
      <Sample
        name="Button"
        use="Says what happens. One main button a screen; danger for what cannot be undone."
      >
        <State of="The four looks">
          <div className={styles.row}>
            {VARIANTS.map((variant) => (
              <Button key={variant} variant={variant}>
                {variant}
              </Button>
            ))}
          </div>
        </State>
        <State of="Busy: stays focused, does nothing a second time">
          <div className={styles.row}>
            {VARIANTS.map((variant) => (
              <Button key={variant} variant={variant} busy busyLabel="Saving…">
                Save
              </Button>
            ))}
          </div>
        </State>
        <State of="Disabled, with an icon, wide">
          <div className={styles.stack}>
            <div className={styles.row}>
              <Button disabled>Not now</Button>
              <Button>
                <Icon of={Plus} /> New Sale
              </Button>
            </div>
            <Button wide>Record sale</Button>
          </div>
        </State>
      </Sample>
      <Sample name="LinkButton" use="Looks like a button, is a link: it leads somewhere and changes nothing.">
        <State of="The four looks">
          <div className={styles.row}>
            {VARIANTS.map((variant) => (
              <LinkButton key={variant} variant={variant} to="#actions">
                {variant}
              </LinkButton>
            ))}
          </div>
        </State>
      </Sample>
      <Sample name="DownloadLink" use="A file that the server makes, however large.">
        <State of="At rest">
          <DownloadLink href="#actions">CSV</DownloadLink>
        </State>
      </Sample>
      <Sample
        name="ActionLink"
        use="Reads as a link and acts where it stands: a code sent again, a subscription canceled."
      >
        <State of="At rest, on its way">
          <div className={styles.row}>
            <ActionLink onAct={nothing}>Resend Code</ActionLink>
            <ActionLink busy onAct={nothing}>
              Sending…
            </ActionLink>
          </div>
        </State>
      </Sample>
      <Sample name="ConfirmDialog" use="Asks before what is irreversible. Esc and Cancel do nothing.">
        <State of="Press to see it: open, busy, with a long name">
          <div className={styles.row}>
            <Asking label="Open" />
            <Asking label="Open while busy" busy />
            <Asking label="Open with a long name" what={LONG} />
          </div>
        </State>
      </Sample>
      <Sample name="IconButton" use="An icon by itself, where there is no room for a word.">
        <State of="At rest">
          <IconButton icon={X} label="Close" onClick={nothing} />
        </State>
      </Sample>
      <Sample name="Modal" use="Holds the focus until it is closed. Esc closes it.">
        <State of="Press to see it: a card, a panel that a click beside it closes">
          <div className={styles.row}>
            <Opening label="Open a card" shape="card" />
            <Opening label="Open a panel" shape="panel" />
          </div>
        </State>
      </Sample>
      <Sample name="TextDialog" use="Asks for one line of text. Esc and Cancel do nothing.">
        <State of="Press to see it: open, busy">
          <div className={styles.row}>
            <AskingText label="Open it" />
            <AskingText label="Open it while busy" busy />
          </div>
        </State>
      </Sample>
      <Sample name="CopyButton" use="Copies a text and says that it did.">
        <State of="At rest">
          <CopyButton text={() => 'k3Jd8sLq2Z'} label="Copy password" />
        </State>
      </Sample>
      <Sample name="CsvButton" use="Downloads a table in the order that is shown.">
        <State of="At rest">
          <CsvButton
            name="things"
            columns={[{ label: 'Name', show: ({ name }) => name, csv: ({ name }) => name }]}
            rows={things(3)}
          />
        </State>
      </Sample>
      <Sample name="DurationEdit" use="The duration of a shift, changed where it stands.">
        <State of="Eight hours, one hour, none yet, on its way">
          <div className={styles.row}>
            {([8, 1, 'N/A'] as const).map((start) => (
              <Held<number | 'N/A'> key={start} start={start}>
                {(hours, set) => (
                  <DurationEdit label="Shift Duration" hours={hours} onSave={(digit) => set(Number(digit))} />
                )}
              </Held>
            ))}
            <DurationEdit label="Shift Duration" hours={8} busy onSave={nothing} />
          </div>
        </State>
      </Sample>
      <Sample name="TimeEdit" use="The start of a shift, changed where it stands.">
        <State of="At rest, on its way">
          <div className={styles.row}>
            <Held start="09:00">
              {(time, set) => (
                <TimeEdit
                  label="Login Time"
                  time={time}
                  busy={false}
                  onSave={async (typed) => {
                    set(typed);
                    return true;
                  }}
                >
                  {time}
                </TimeEdit>
              )}
            </Held>
            <TimeEdit label="Login Time" time="09:00" busy onSave={async () => false}>
              09:00
            </TimeEdit>
          </div>
        </State>
      </Sample>
    </>
  );
}

function Opening({ label, shape }: { label: string; shape: 'card' | 'panel' }) {
  return (
    <Held start={false}>
      {(open, set) => (
        <>
          <Button variant="plain" onClick={() => set(true)}>
            {label}
          </Button>
          <Modal
            open={open}
            shape={shape}
            lightDismiss={shape === 'panel'}
            aria-label={label}
            onClose={() => set(false)}
          >
            <IconButton icon={X} label="Close" onClick={() => set(false)} />
          </Modal>
        </>
      )}
    </Held>
  );
}

function Asking({ label, busy = false, what }: { label: string; busy?: boolean; what?: string }) {
  return (
    <Held start={false}>
      {(open, set) => (
        <>
          <Button variant="plain" onClick={() => set(true)}>
            {label}
          </Button>
          <ConfirmDialog
            open={open}
            action="Delete"
            busyAction="Deleting…"
            busy={busy && open}
            onConfirm={() => set(false)}
            onCancel={() => set(false)}
          >
            {what ?? 'The goal Steady'}
          </ConfirmDialog>
        </>
      )}
    </Held>
  );
}

function AskingText({ label, busy = false }: { label: string; busy?: boolean }) {
  return (
    <Held<string | null> start={null}>
      {(value, set) => (
        <>
          <Button variant="plain" onClick={() => set('Old laptop')}>
            {label}
          </Button>
          <TextDialog
            title="Rename the passkey"
            label="Name"
            action="Save"
            value={value}
            onChange={set}
            onSubmit={() => set(null)}
            onCancel={() => set(null)}
            busy={busy && value !== null}
          />
        </>
      )}
    </Held>
  );
}

import { Plus } from 'lucide-react';
import { ActionLink } from '../../ui/action-link.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { CsvButton } from '../../ui/csv-button.tsx';
import { DownloadLink } from '../../ui/download-link.tsx';
import { DurationEdit } from '../../ui/duration-edit.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './gallery.module.css';
import { LONG, things } from './gallery-data.ts';
import { Held, nothing, Sample, State } from './sample.view.tsx';

const LOOKS = ['main', 'plain', 'quiet', 'danger'] as const;

/** What is pressed. */
export function Actions() {
  return (
    <>
      <Sample
        name="Button"
        use="Says what happens. One main button a screen; danger for what cannot be undone."
      >
        <State of="The four looks">
          <div className={styles.row}>
            {LOOKS.map((look) => (
              <Button key={look} look={look}>
                {look}
              </Button>
            ))}
          </div>
        </State>
        <State of="Busy: stays focused, does nothing a second time">
          <div className={styles.row}>
            {LOOKS.map((look) => (
              <Button key={look} look={look} busy busyLabel="Saving…">
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
            {LOOKS.map((look) => (
              <LinkButton key={look} look={look} to="#actions">
                {look}
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
    </>
  );
}

function Asking({ label, busy = false, what }: { label: string; busy?: boolean; what?: string }) {
  return (
    <Held start={false}>
      {(open, set) => (
        <>
          <Button look="plain" onClick={() => set(true)}>
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

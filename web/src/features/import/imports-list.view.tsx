import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type Import, type ImportPlan, isOfPeople } from '#contracts/endpoints/imports.endpoints.ts';
import { paths, pathTo } from '../../kit/paths.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { formatDateTime, formatNumber } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useFocusNext } from './focus-next.hooks.ts';
import { importsAtom, isAtWork, isImportingAtom, underWayAtom, undoAtom } from './import.atoms.ts';
import styles from './import.module.css';

/** The imports so far, the newest first, with their progress. */
export function ImportsList() {
  const imports = useAtomValue(importsAtom);
  if (imports.length === 0) return null;
  return (
    <Panel title="Imports">
      <ul className={styles.list}>
        {imports.map((each) => (
          <ImportLine key={each.id} of={each} />
        ))}
      </ul>
    </Panel>
  );
}

function ImportLine({ of }: { of: Import }) {
  const isImporting = useAtomValue(isImportingAtom);
  const name = useFocusNext<HTMLHeadingElement>(of.id);
  return (
    <li className={styles.line}>
      <div>
        <h3 ref={name} tabIndex={-1}>
          {of.file_name}
        </h3>
        <p className={styles.note}>{formatDateTime(of.at)}</p>
      </div>
      <div className={styles.outcome}>
        <p role="status">{stateText(of)}</p>
        {isAtWork(of) && <Progress share={shareOf(of)} label={`Progress of ${of.file_name}`} />}
        {of.refused > 0 && (
          <p className={styles.note}>
            <a href={`/api/imports/${of.id}/refused.csv`}>Refused rows as CSV</a>
          </p>
        )}
        {of.kept.length > 0 && (
          <p className={styles.note}>
            Kept, since {isOfPeople(of.plan) ? 'more was recorded of them' : 'they were edited'}:{' '}
            {of.kept.map(({ id, name }) => (
              <Link
                key={id}
                className={styles.kept}
                to={pathTo(isOfPeople(of.plan) ? paths.employee : paths.sale, id)}
              >
                {name}
              </Link>
            ))}
          </p>
        )}
      </div>
      {of.state === 'done' && of.accepted > 0 && <Undo of={of} disabled={isImporting} />}
    </li>
  );
}

function Undo({ of, disabled }: { of: Import; disabled: boolean }) {
  const [isAsking, ask] = useState(false);
  const underWay = useAtomValue(underWayAtom);
  const undo = useSetAtom(undoAtom);
  return (
    <>
      <Button variant="plain" disabled={disabled} onClick={() => ask(true)}>
        Undo this import
      </Button>
      <ConfirmDialog
        open={isAsking}
        action="Undo import"
        busyAction="Undoing…"
        busy={underWay === 'undo'}
        onConfirm={() => void undo(of.id).then(() => ask(false))}
        onCancel={() => ask(false)}
      >
        {`${countOf(of.plan, of.accepted)} from ${of.file_name} will be deleted. ${keptText(of.plan)}`}
      </ConfirmDialog>
    </>
  );
}

/** `1 sale`, `20 people`. */
export function countOf(plan: ImportPlan, count: number): string {
  const [one, many] = isOfPeople(plan) ? ['person', 'people'] : ['sale', 'sales'];
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

function keptText(plan: ImportPlan): string {
  return isOfPeople(plan)
    ? 'People who were edited, or have a sale or a shift, are kept.'
    : 'Sales that were edited since are kept.';
}

function shareOf({ state, read, total, undone, kept, accepted }: Import): number {
  return state === 'undoing' ? (undone + kept.length) / Math.max(1, accepted) : read / Math.max(1, total);
}

function stateText({ state, read, total, accepted, known, refused, undone }: Import): string {
  const counts = [
    `${formatNumber(accepted)} imported`,
    known > 0 && `${formatNumber(known)} already there`,
    refused > 0 && `${formatNumber(refused)} refused`,
  ];
  const text = counts.filter(Boolean).join(', ');
  if (state === 'running') return `${formatNumber(read)} of ${formatNumber(total)} rows: ${text}`;
  if (state === 'undoing') return `Undoing: ${formatNumber(undone)} of ${formatNumber(accepted)} deleted`;
  if (state === 'undone') return `Undone: ${formatNumber(undone)} deleted`;
  return text;
}

import { useAtomValue, useSetAtom } from 'jotai';
import { Check, Lock } from 'lucide-react';
import { useState } from 'react';
import { exportPayroll, type PayrollRow } from '#contracts/endpoints/pay.endpoints.ts';
import type { PayPeriod } from '#contracts/pay/pay-periods.ts';
import { hasRole } from '../../kit/session/permissions.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DownloadLink } from '../../ui/download-link.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/number-roll.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './pay.module.css';
import { missingText, payableName, peopleText, statementsText } from './pay-words.ts';
import { type Decisions, nameIn, type PayrollTotals, totalsOf } from './payroll.atoms.ts';

type PayrollSummaryProps = {
  readonly period: PayPeriod;
  readonly rows: readonly PayrollRow[];
  readonly decisions: Decisions;
};

/** What the period comes to, what is missing until it is paid, and the buttons for all statements at once. */
export function PayrollSummary({ period, rows, decisions }: PayrollSummaryProps) {
  const isSuper = hasRole(useAtomValue(employeeAtom), 'super employee');
  const totals = totalsOf(rows);
  const { state, people, payable, isOver, inReview, approved, paid } = totals;
  return (
    <Panel>
      <div className={styles.summary}>
        <div>
          <p className={styles.label}>
            {payableName(state)} · {peopleText(people)}
          </p>
          <p className={styles.payable} data-testid="payroll-total">
            <Money dollars={payable} />
          </p>
          <p data-testid="missing">{missingText(totals, period.to)}</p>
        </div>
        <div className={styles.actions}>
          <NowOnly>
            {isOver && inReview > 0 && <ApproveAll from={period.from} rows={rows} decisions={decisions} />}
            {isSuper && isOver && approved > 0 && (
              <LockAll from={period.from} rows={rows} totals={totals} decisions={decisions} />
            )}
            {isSuper && paid > 0 && (
              <DownloadLink href={`/api${exportPayroll.path.replace('{from}', period.from)}`}>
                Payroll file (CSV)
              </DownloadLink>
            )}
          </NowOnly>
        </div>
      </div>
    </Panel>
  );
}

type AllProps = { from: string; rows: readonly PayrollRow[]; decisions: Decisions };

function ApproveAll({ from, rows, decisions: { busyAtom, decideAtom } }: AllProps) {
  const busy = useAtomValue(busyAtom);
  const decide = useSetAtom(decideAtom);
  return (
    <Button
      busy={busy}
      busyLabel="Approving…"
      onClick={() => void decide(from, { to: 'approve', seen: rows }, nameIn(rows))}
    >
      <Icon of={Check} size={16} /> Approve all
    </Button>
  );
}

function LockAll({ from, rows, totals, decisions }: AllProps & { totals: PayrollTotals }) {
  const [asking, setAsking] = useState(false);
  const busy = useAtomValue(decisions.busyAtom);
  const decide = useSetAtom(decisions.decideAtom);
  const confirm = async () => {
    await decide(from, { to: 'lock' }, nameIn(rows));
    setAsking(false);
  };
  const { approved, approvedPayable, inReview } = totals;
  const left = inReview > 0 ? ` ${statementsText(inReview)} in review wait for a later payment.` : '';
  return (
    <>
      <Button variant="plain" onClick={() => setAsking(true)}>
        <Icon of={Lock} size={16} /> Lock and pay
      </Button>
      <ConfirmDialog
        open={asking}
        title="Lock and pay?"
        warning={`Nothing of these statements changes any more. What is recorded later is an adjustment in a later one.${left}`}
        action="Lock and pay"
        busyAction="Locking…"
        busy={busy}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        {peopleText(approved)}, {formatMoney(approvedPayable)} in all
      </ConfirmDialog>
    </>
  );
}

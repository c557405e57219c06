import { useAtomValue, useSetAtom } from 'jotai';
import { Check, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { StatementSummary } from '#contracts/endpoints/pay.endpoints.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TextDialog } from '../../ui/text-dialog.tsx';
import type { OfStatement } from './pay.atoms.ts';
import type { Decisions } from './payroll.atoms.ts';

type DecisionProps = {
  readonly of: OfStatement;
  readonly statement: Pick<StatementSummary, 'state' | 'version'> & { readonly name: string };
  readonly decisions: Decisions;
  /** In a table. */
  readonly small?: boolean;
};

/** Approves a statement that is in review. */
export function ApproveOne({ of, statement, decisions, small = false }: DecisionProps) {
  const busy = useAtomValue(decisions.busyAtom);
  const decide = useSetAtom(decisions.decideAtom);
  const { state, name, version } = statement;
  const { from, employeeId } = of;
  const approve = { to: 'approve', employeeId, seen: [{ employee_id: employeeId, version }] } as const;
  if (state !== 'in review') return null;
  return (
    <Button
      variant={small ? 'quiet' : 'main'}
      busy={busy}
      aria-label={`Approve the statement of ${name}`}
      onClick={() => void decide(from, approve, () => name)}
    >
      <Icon of={Check} size={16} /> Approve
    </Button>
  );
}

/** Asks for the reason, and returns an approved statement to review. */
export function ReturnOne({ of, statement, decisions, small = false }: DecisionProps) {
  const [reason, setReason] = useState<string | null>(null);
  const busy = useAtomValue(decisions.busyAtom);
  const decide = useSetAtom(decisions.decideAtom);
  const { state, name } = statement;
  const close = () => setReason(null);
  const send = async (said: string) => {
    await decide(of.from, { to: 'return', employeeId: of.employeeId, reason: said }, () => name);
    close();
  };
  if (state !== 'approved') return null;
  return (
    <>
      <Button
        variant={small ? 'quiet' : 'plain'}
        aria-label={`Return the statement of ${name} to review`}
        onClick={() => setReason('')}
      >
        <Icon of={RotateCcw} size={16} /> Return
      </Button>
      <TextDialog
        title={`Return the statement of ${name} to review`}
        label="Reason, which the person reads"
        action="Return to review"
        value={reason}
        onChange={setReason}
        onSubmit={(said) => void send(said)}
        onCancel={close}
        busy={busy}
      />
    </>
  );
}

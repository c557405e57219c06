import { useAtom, useAtomValue } from 'jotai';
import { Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Statement } from '#contracts/endpoints/pay.endpoints.ts';
import { exportStatement } from '#contracts/endpoints/proof.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { MissingRow } from '../../kit/lists/missing-row.view.tsx';
import { paths, pathTo, payrollPath } from '../../kit/paths.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { noAlert, successAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { DownloadLink } from '../../ui/download-link.tsx';
import { formatDates } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AddLine } from './add-line.view.tsx';
import { ApproveOne, ReturnOne } from './decision-buttons.view.tsx';
import { OtherStatements } from './other-statements.view.tsx';
import {
  type OfStatement,
  statementAtom,
  statementIsMissingAtom,
  statementQuery,
  statementsQuery,
} from './pay.atoms.ts';
import styles from './pay.module.css';
import { createUndo } from './pay-lines.atoms.ts';
import { createDecisions } from './payroll.atoms.ts';
import { PrintedHead, StatementParts } from './statement.view.tsx';
import { createConfirmation } from './verification.atoms.ts';

/** A former statement of the own pay. */
export function MyStatementPage() {
  const { from = '' } = useParams();
  useQuery(statementQuery, { from, employeeId: '' });
  const statement = useAtomValue(statementAtom);
  const isMissing = useAtomValue(statementIsMissingAtom);
  if (isMissing) return <Missing list={paths.myPay} listLabel="My Pay" />;
  return (
    <>
      {statement && <PrintedHead name={statement.name} />}
      <PageHeader
        title="My Pay"
        note={statement && <Note of={statement} back={<Link to={paths.myPay}>This period</Link>} />}
        aside={statement && <Take employeeId={statement.employee_id} />}
      />
      <QueryState of={statementQuery} loading="Loading the statement" />
      {statement && <StatementParts statement={statement} />}
    </>
  );
}

/** The statement of an employee, with what a manager decides on it. */
export function EmployeeStatementPage() {
  const { from = '', id = '' } = useParams();
  return <EmployeeStatement key={`${from} ${id}`} from={from} employeeId={id} />;
}

function EmployeeStatement({ from, employeeId }: OfStatement) {
  const [decisions] = useState(createDecisions);
  const [undo] = useState(() => createUndo(employeeId));
  const [confirmation] = useState(createConfirmation);
  useQuery(statementQuery, { from, employeeId });
  useQuery(statementsQuery, employeeId);
  const statement = useAtomValue(statementAtom);
  const isMissing = useAtomValue(statementIsMissingAtom);
  const [alert, setAlert] = useAtom(decisions.alertAtom);
  const [undoAlert, setUndoAlert] = useAtom(undo.alertAtom);
  const [confirmAlert, setConfirmAlert] = useAtom(confirmation.alertAtom);
  if (isMissing) return <Missing list={paths.payroll} listLabel="Payroll" />;
  const of = { from, employeeId };
  const back = (
    <>
      <Link to={payrollPath(from)}>Payroll</Link>
      {' · '}
      <Link to={pathTo(paths.employee, employeeId)}>Employee</Link>
    </>
  );
  return (
    <>
      {statement && <PrintedHead name={statement.name} />}
      <PageHeader
        title={statement?.name || 'Statement'}
        note={statement && <Note of={statement} back={back} />}
        aside={
          statement && (
            <>
              <NowOnly>
                <ApproveOne of={of} statement={statement} decisions={decisions} />
                <ReturnOne of={of} statement={statement} decisions={decisions} />
                <AddLine
                  of={of}
                  name={statement.name}
                  isLocked={statement.locked_at !== null}
                  onDone={(message) => setAlert(successAlert(message))}
                />
              </NowOnly>
              <Take employeeId={employeeId} />
            </>
          )
        }
      />
      <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
      <MessageBox alert={undoAlert} onClose={() => setUndoAlert(noAlert)} />
      <MessageBox alert={confirmAlert} onClose={() => setConfirmAlert(noAlert)} />
      <QueryState of={statementQuery} loading="Loading the statement" />
      {statement && (
        <div className={styles.page}>
          <StatementParts statement={statement} {...{ undo, confirmation }} />
          <OtherStatements title="Other statements" shown={from} employeeId={employeeId} />
        </div>
      )}
    </>
  );
}

function Note({ of: { from, to }, back }: { of: Statement; back: ReactNode }) {
  return (
    <>
      {formatDates(from, to)}
      <span className={styles.screen}>
        {' · '}
        {back}
      </span>
    </>
  );
}

/** On paper, and as the page that checks itself, with all statements of the person. */
function Take({ employeeId }: { employeeId: string }) {
  return (
    <>
      <NowOnly>
        <DownloadLink href={`/api${exportStatement.path.replace('{id}', encodeURIComponent(employeeId))}`}>
          Download, checks itself
        </DownloadLink>
      </NowOnly>
      <Button variant="plain" onClick={() => print()}>
        <Icon of={Printer} size={16} /> Print
      </Button>
    </>
  );
}

function Missing({ list, listLabel }: { list: string; listLabel: string }) {
  return (
    <MissingRow title="Statement" message={messages.noSuchPayPeriod} list={list} listLabel={listLabel} />
  );
}

import { Link } from 'react-router-dom';
import { AS_OF } from '#contracts/as-of.ts';
import type { Claim } from '#contracts/endpoints/claims.endpoints.ts';
import { claimName } from '../../kit/claims/claim-words.ts';
import { FormDialog } from '../../kit/claims/form-dialog.view.tsx';
import { paths, pathTo, statementPath } from '../../kit/paths.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatDateOf, formatMoney } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { StatusShape } from '../../ui/status-badge.tsx';
import { mayAnswer, mayReopen } from './answer.atoms.ts';
import { AnswerForm, ReopenForm } from './answer-forms.view.tsx';
import styles from './claims.module.css';

export type Viewer = { readonly id: string; readonly isManager: boolean };

/** A claim with before and after, the answer, and what the viewer may do. */
export function ClaimCard({ claim, viewer }: { claim: Claim; viewer: Viewer }) {
  const { employee_id, name, text, opened_at, seen, now } = claim;
  const isOwn = employee_id === viewer.id;
  const about = claimName(claim);
  return (
    <Panel title={isOwn ? about : `${about} · ${name}`} note={<State claim={claim} />}>
      <div className={styles.parts}>
        <p>
          {text} <span className={styles.small}>{formatDateOf(opened_at)}</span>
        </p>
        {seen !== null && (
          <Facts
            facts={[
              ['Before', <Amount key="before" dollars={seen} claim={claim} at={claim.pinned} />],
              ['Now', now === null ? '–' : <Amount key="now" dollars={now} claim={claim} />],
            ]}
          />
        )}
        {claim.period !== null && (
          <Link to={statementPath(claim.period, isOwn ? '' : employee_id)}>Statement</Link>
        )}
        <Changes claim={claim} />
        <Answer claim={claim} />
        <Actions claim={claim} viewer={viewer} />
      </div>
    </Panel>
  );
}

function State({ claim: { state } }: { claim: Claim }) {
  return (
    <span className={styles.state}>
      <StatusShape status={state === 'open' ? 'Negotiating' : 'Closed'} />
      {state === 'open' ? 'Open' : 'Answered'}
    </span>
  );
}

/** Leads to the sale as it is now, or was at a position of the log. */
function Amount({ dollars, claim, at }: { dollars: number; claim: Claim; at?: number }) {
  const { sale_id } = claim;
  if (sale_id === null) return formatMoney(dollars);
  const past = at === undefined ? '' : `?${AS_OF}=@${at}`;
  return <Link to={`${pathTo(paths.sale, sale_id)}${past}`}>{formatMoney(dollars)}</Link>;
}

function Changes({ claim: { changes } }: { claim: Claim }) {
  if (changes.length === 0) return null;
  return (
    <div>
      <p className={styles.small}>Changed since</p>
      <ul>
        {changes.map(({ position, title }) => (
          <li key={position}>{title}</li>
        ))}
      </ul>
    </div>
  );
}

function Answer({ claim }: { claim: Claim }) {
  const { answer, answered_by, answered_at, resolution, person_again, manager_again } = claim;
  if (answer === null) return null;
  const isOpen = claim.state === 'open';
  return (
    <div className={styles.answer}>
      <p className={styles.small}>
        {isOpen ? 'Answered before' : 'Answered'}
        {answered_by && ` by ${answered_by}`}
        {answered_at && ` on ${formatDateOf(answered_at)}`}
      </p>
      {resolution && <p>{resolution.title}</p>}
      {answer && <p>{answer}</p>}
      {person_again && <p>Reopened by its person: {person_again}</p>}
      {manager_again && <p>Reopened by a manager: {manager_again}</p>}
    </div>
  );
}

function Actions({ claim, viewer }: { claim: Claim; viewer: Viewer }) {
  const about = claimName(claim);
  const answers = mayAnswer(claim, viewer);
  if (!answers && !mayReopen(claim, viewer)) return null;
  return (
    <NowOnly>
      <div>
        {answers ? (
          <FormDialog title={`Answer: ${about}`} button="Answer" variant="main" label={`Answer ${about}`}>
            {(close) => <AnswerForm claim={claim} onClose={close} />}
          </FormDialog>
        ) : (
          <FormDialog title={`Reopen: ${about}`} button="Reopen" label={`Reopen ${about}`}>
            {(close) => <ReopenForm claim={claim} onClose={close} />}
          </FormDialog>
        )}
      </div>
    </NowOnly>
  );
}

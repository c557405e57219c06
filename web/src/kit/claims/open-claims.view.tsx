import { Link } from 'react-router-dom';
import { formatDateOf } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { paths } from '../paths.ts';
import { useQuery } from '../queries/query.hooks.ts';
import { claimName } from './claim-words.ts';
import styles from './claims.module.css';
import { claimsOfQuery } from './claims.queries.ts';

/** The open claims of a person about the period that begins on a date, on the screen and on paper. */
export function OpenClaims({ employeeId, from }: { employeeId: string; from: string }) {
  const claims = useQuery(claimsOfQuery, employeeId)?.requestedData ?? [];
  const open = claims.filter(
    (claim) => claim.employee_id === employeeId && claim.state === 'open' && claim.period === from,
  );
  if (open.length === 0) return null;
  return (
    <Panel title="Open claims" note={<Link to={paths.claims}>Claims</Link>}>
      <ul className={styles.open}>
        {open.map((claim) => (
          <li key={claim.id}>
            <b>{claimName(claim)}:</b> {claim.text}{' '}
            <span className={styles.small}>since {formatDateOf(claim.opened_at)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

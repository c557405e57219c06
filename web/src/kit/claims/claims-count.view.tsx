import { useQuery } from '../queries/query.hooks.ts';
import styles from './claims.module.css';
import { openClaimsQuery } from './claims.queries.ts';

/** In the menu: how many claims wait for an answer. */
export function ClaimsCount() {
  const open = useQuery(openClaimsQuery, 'count')?.open ?? 0;
  if (open === 0) return null;
  return (
    <span className={styles.count}>
      {open}
      <span className="visually-hidden"> open</span>
    </span>
  );
}

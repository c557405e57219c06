import { useAtom, useAtomValue } from 'jotai';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { CommissionLine } from '#contracts/endpoints/numbers.endpoints.ts';
import type { Rounding } from '#contracts/numbers/commission-steps.ts';
import { historyPath, paths, pathTo } from '../../kit/paths.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { Button } from '../../ui/button.tsx';
import { formatDate, formatDecimal, formatMoney, formatPercent, formatPriceText } from '../../ui/format.ts';
import { useVisibleRows, VISIBLE_ROWS } from '../../ui/use-visible-rows.ts';
import { formatExactMoney } from './exact-text.ts';
import { numberQuery, type Opened, showAllAtom, showOlderAtom } from './numbers.atoms.ts';
import styles from './numbers.module.css';

/** Each Closed sale with its formula; together they add up to the commission. */
export function CommissionLines({ opened }: { opened: Opened }) {
  const { requestedData: lines, closed_sales: count, commission, nextCursor, employee } = opened;
  const isOwn = useAtomValue(employeeAtom).id === employee.id;
  const [isWhole, showAll] = useAtom(showAllAtom);
  const isAsking = useAtomValue(numberQuery.loadingAtom);
  const { limit, more } = useVisibleRows(useState(VISIBLE_ROWS));
  const drawn = lines.slice(0, limit);
  const isCut = nextCursor !== undefined;
  const isComing = isWhole && isAsking;
  const canShowAll = isCut && (!isWhole || isComing);
  return (
    <section aria-labelledby="opened-commission">
      <h3 id="opened-commission">Commission</h3>
      <p className={styles.rule}>
        Only Closed sales count: price − tax − discount, × the commission rate, each rounded to whole cents.
      </p>
      {count === 0 ? (
        <p className={styles.rule}>There is no Closed sale.</p>
      ) : (
        <ol className={styles.lines} aria-label="Closed sales, newest first">
          {drawn.map((line) => (
            <Line key={line.id} line={line} isOwn={isOwn} />
          ))}
        </ol>
      )}
      {(canShowAll || lines.length > drawn.length) && (
        <p className={styles.more}>
          <span>
            {formatDecimal(drawn.length, 0)} of {formatDecimal(count, 0)} shown
          </span>
          <Button
            variant="plain"
            busy={isComing}
            busyLabel="Loading…"
            onClick={canShowAll ? () => void showAll() : more}
          >
            {canShowAll ? 'Show all' : 'Show more'}
          </Button>
        </p>
      )}
      {isCut && !canShowAll && <Older opened={opened} />}
      <p className={styles.total}>
        <span>{count === 1 ? '1 Closed sale' : `${formatDecimal(count, 0)} Closed sales`}</span>
        <strong>{formatMoney(commission)}</strong>
      </p>
    </section>
  );
}

/** The sum of the sales that are not listed, when there are more than the server returns at once. */
function Older({ opened }: { opened: Opened }) {
  const { requestedData: lines, closed_sales: count, commission } = opened;
  const [isComing, show] = useAtom(showOlderAtom);
  const listed = Math.round((lines.at(-1)?.running ?? 0) * 100);
  return (
    <div className={styles.line}>
      <p className={styles.sale}>
        <span>{formatDecimal(count - lines.length, 0)} older Closed sales</span>
        <strong>{formatMoney((Math.round(commission * 100) - listed) / 100)}</strong>
      </p>
      <p className={styles.more}>
        <Button variant="plain" busy={isComing} busyLabel="Loading…" onClick={() => void show()}>
          Add them to the list
        </Button>
      </p>
    </div>
  );
}

function Line({ line, isOwn }: { line: CommissionLine; isOwn: boolean }) {
  const { tax, discount } = line;
  return (
    <li className={styles.line}>
      <p className={styles.sale}>
        <span>
          {isOwn ? <Link to={pathTo(paths.sale, line.id)}>{line.sale_name}</Link> : line.sale_name}{' '}
          <span className={styles.soft}>
            {[line.name, formatDate(line.entry_date), line.customer_number].filter(Boolean).join(' · ')}
          </span>
        </span>
        <strong>{formatMoney(line.commission)}</strong>
      </p>
      <p className={styles.formula}>
        {formatPriceText(line.price)}
        {tax > 0 && ` − ${formatExactMoney(line.tax_amount)} (${formatPercent(tax)} tax)`}
        {discount > 0 && ` − ${formatExactMoney(line.discount_amount)} (${formatPercent(discount)} discount)`}
        {(tax > 0 || discount > 0) && ` = ${formatExactMoney(line.kept)}`}
        {` × ${formatPercent(line.commission_rate)} = ${formatExactMoney(line.unrounded)}`}
        {line.rounding !== 'none' && `, ${roundings[line.rounding]} ${formatMoney(line.commission)}`}
      </p>
      <p className={styles.running}>
        <Link to={historyPath('sale', line.id)}>History</Link>
        <span>Sum so far {formatMoney(line.running)}</span>
      </p>
    </li>
  );
}

const roundings: Readonly<Record<Exclude<Rounding, 'none'>, string>> = {
  up: 'rounded up to',
  down: 'rounded down to',
  'half up': 'half a cent, rounded away from zero to',
  'not below 0': 'never below zero, so',
};

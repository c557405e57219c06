import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useMemo, useState } from 'react';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { billboardRefreshAtom } from '../../kit/numbers/billboard.atoms.ts';
import { goalText } from '../../kit/numbers/hourly-goal.atoms.ts';
import { commissionFallbackAtom } from '../../kit/numbers/own-figures.atoms.ts';
import { paths } from '../../kit/paths.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatDate, formatMoney, formatNumber, formatRate } from '../../ui/format.ts';
import { NumberRoll } from '../../ui/number-roll.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TwoColumns } from '../../ui/two-columns.tsx';
import styles from './pay.module.css';
import { otherDatesText } from './pay-words.ts';
import {
  createWhatIf,
  type Figures,
  figuresAtom,
  leadsQuery,
  negotiatingQuery,
  openSalesAtom,
  type WhatIf as WhatIfAtoms,
} from './what-if.atoms.ts';

/** The open sales of the person, and what closing the ticked ones would change. Nothing of it is saved. */
export function WhatIf() {
  const [whatIf] = useState(createWhatIf);
  useQuery(leadsQuery, { status: 'Lead' });
  useQuery(negotiatingQuery, { status: 'Negotiating' });
  useAtomValue(billboardRefreshAtom);
  useAtomValue(commissionFallbackAtom);
  const sales = useAtomValue(openSalesAtom);
  return (
    <div className={styles.screen}>
      <TwoColumns>
        <div className={styles.stays}>
          <Panel title="What if" note="Nothing is saved">
            <WouldBe whatIf={whatIf} />
          </Panel>
        </div>
        <Panel flush title="Open sales" note={sales && sales.length > 0 && <TickAll whatIf={whatIf} />}>
          <QueryState of={leadsQuery} loading="Loading your leads" />
          <QueryState of={negotiatingQuery} loading="Loading your sales in negotiation" />
          {sales && <OpenSales sales={sales} whatIf={whatIf} />}
        </Panel>
      </TwoColumns>
    </div>
  );
}

function TickAll({ whatIf: { tickedAtom, tickAllAtom } }: { whatIf: WhatIfAtoms }) {
  const count = useAtomValue(openSalesAtom)?.length;
  const ticked = useAtomValue(tickedAtom).length;
  const tickAll = useSetAtom(tickAllAtom);
  const mark = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = ticked > 0 && ticked !== count;
  };
  return (
    <Checkbox
      label="All"
      aria-label="All open sales"
      checked={ticked === count}
      ref={mark}
      onChange={(event) => tickAll(event.target.checked)}
    />
  );
}

function OpenSales({ sales, whatIf }: { sales: readonly Sale[]; whatIf: WhatIfAtoms }) {
  const columns = useMemo(() => columnsOf(whatIf), [whatIf]);
  return (
    <DataTable
      caption="Open sales"
      columns={columns}
      rows={sales}
      keyOf={keyOf}
      initialRows={FEW}
      empty={
        <EmptyState
          title="No open sales"
          action={
            <LinkButton variant="plain" to={paths.newSale}>
              Record a sale
            </LinkButton>
          }
        >
          Your sales with the status Lead or Negotiating appear here.
        </EmptyState>
      }
    />
  );
}

/** Below it are the former statements. */
const FEW = 10;

const keyOf = ({ id }: Sale) => id;

const columnsOf = (whatIf: WhatIfAtoms): readonly Column<Sale>[] => [
  {
    label: 'Name',
    show: (sale) => <Tick sale={sale} whatIf={whatIf} />,
    sortBy: ({ sale_name }) => sale_name,
    card: 'heading',
  },
  {
    label: 'Date',
    show: ({ entry_date }) => <span className={styles.word}>{formatDate(entry_date)}</span>,
    sortBy: ({ entry_date }) => entry_date,
  },
  { label: 'Status', show: ({ status }) => <StatusBadge status={status} />, sortBy: ({ status }) => status },
  {
    label: 'Would earn',
    show: ({ commission }) => <span className={styles.soft}>{formatMoney(commission)}</span>,
    sortBy: ({ commission }) => commission,
    numeric: true,
    card: 'main',
  },
];

function Tick({ sale, whatIf }: { sale: Sale; whatIf: WhatIfAtoms }) {
  const isTicked = useAtomValue(whatIf.chosenAtom).has(sale.id);
  const tick = useSetAtom(whatIf.tickAtom);
  return (
    <Checkbox
      label={sale.sale_name}
      checked={isTicked}
      onChange={(event) => tick(sale.id, event.target.checked)}
    />
  );
}

const NONE = '–';

/** Each figure as it is, and in grey as it would be. */
function WouldBe({ whatIf }: { whatIf: WhatIfAtoms }) {
  const figures = useAtomValue(figuresAtom);
  const wouldBe = useAtomValue(whatIf.wouldBeAtom);
  const ofOtherDates = useAtomValue(whatIf.ofOtherDatesAtom);
  const both = (show: (of: Figures) => string) => (
    <Both is={show(figures)} would={wouldBe && show(wouldBe)} />
  );
  return (
    <>
      <Facts
        facts={[
          ['Commission today', both(({ commission }) => (commission ? formatMoney(commission.today) : NONE))],
          ['All time', both(({ commission }) => (commission ? formatMoney(commission.total) : NONE))],
          ['Sales/hr', both(({ goal }) => (goal ? formatRate(goal.rate) : NONE))],
          ['Hourly goal', both(({ goal }) => (goal ? goalText(goal) : NONE))],
          ['Place on the board', both(({ place }) => (place === 0 ? NONE : `No. ${formatNumber(place)}`))],
        ]}
      />
      <p className={`${styles.below} ${styles.small}`}>{hintOf(wouldBe !== null, ofOtherDates)}</p>
    </>
  );
}

function hintOf(isTicked: boolean, ofOtherDates: number): ReactNode {
  if (!isTicked) return 'Tick sales to see what closing them would change.';
  return otherDatesText(ofOtherDates);
}

function Both({ is, would }: { is: string; would: string | null }) {
  return (
    <>
      <NumberRoll text={is} />
      <output className={styles.would}>
        {would !== null && would !== NONE && (
          <>
            <span className="visually-hidden">, would be </span>
            {would}
          </>
        )}
      </output>
    </>
  );
}

import { useAtomValue } from 'jotai';
import { Printer } from 'lucide-react';
import { SomethingMissing } from '../../kit/claims/claim-buttons.view.tsx';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDates } from '../../ui/format.ts';
import { fullName } from '../../ui/full-name.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NoSchedule } from './no-schedule.view.tsx';
import { OtherStatements } from './other-statements.view.tsx';
import { exposureAtom, presentAtom, statementAtom, statementQuery, statementsQuery } from './pay.atoms.ts';
import styles from './pay.module.css';
import { exposureText } from './pay-words.ts';
import { PrintedHead, StatementParts } from './statement.view.tsx';
import { WhatIf } from './what-if.view.tsx';

/** The own statement as it grows, and the former ones. */
export function MyPayPage() {
  useQuery(statementsQuery, '');
  const present = useAtomValue(presentAtom);
  const me = useAtomValue(employeeAtom);
  return (
    <>
      <PrintedHead name={fullName(me)} />
      <PageHeader
        title="My Pay"
        note={present && formatDates(present.from, present.to)}
        aside={
          present && (
            <>
              <SomethingMissing />
              <Button variant="plain" onClick={() => print()}>
                <Icon of={Printer} size={16} /> Print
              </Button>
            </>
          )
        }
      />
      <QueryState of={statementsQuery} loading="Loading your pay" />
      <div className={styles.page}>
        {present === null && <NoSchedule />}
        {present && <Present from={present.from} />}
        <NowOnly>
          <WhatIf />
        </NowOnly>
        {present && <OtherStatements title="Former statements" shown={present.from} />}
      </div>
    </>
  );
}

function Present({ from }: { from: string }) {
  useQuery(statementQuery, { from, employeeId: '' });
  const statement = useAtomValue(statementAtom);
  const exposure = useAtomValue(exposureAtom);
  return (
    <div>
      <QueryState of={statementQuery} loading="Loading the statement" />
      {statement && <StatementParts statement={statement} note={exposure && exposureText(exposure)} />}
    </div>
  );
}

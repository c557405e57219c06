import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { MissingRow } from '../../kit/lists/missing-row.view.tsx';
import { More } from '../../kit/lists/more.view.tsx';
import { paths } from '../../kit/paths.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { hasRole } from '../../kit/session/permissions.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { linkNow, nameOf } from './entries.ts';
import { Entries } from './entries.view.tsx';
import { createThingHistory, hasOwnHistory, type Thing } from './thing-history.atoms.ts';

/** The history of one sale, campaign, goal, employee or shift. */
export function ThingHistoryPage() {
  const { kind = '', id = '' } = useParams();
  if (!hasOwnHistory(kind)) return <Nothing message={messages.notFound} />;
  return <ThingHistory key={`${kind} ${id}`} kind={kind} id={id} />;
}

const MISSING: readonly MessageCode[] = [
  'noSuchSale',
  'noSuchShift',
  'noSuchEmployee',
  'noSuchCampaign',
  'noSuchGoal',
];

function ThingHistory(thing: Thing) {
  const [pages] = useState(createThingHistory);
  const page = useQuery(pages.first, thing);
  const entries = useAtomValue(pages.replyAtom)?.requestedData;
  const error = useAtomValue(pages.first.errorAtom);
  const employee = useAtomValue(employeeAtom);
  if (error && MISSING.includes(error) && !page) return <Nothing message={messages[error]} />;

  const newest = entries?.at(thing.kind === 'access' ? 0 : -1);
  const name = newest && nameOf(newest);
  const isManager = hasRole(employee, 'manager');
  const screen = newest && linkNow(newest, { id: employee.id, isManager });
  return (
    <>
      <PageHeader
        title={titleOf(thing, name)}
        note={
          <>
            {NOTES[thing.kind]}
            {thing.kind === 'shift' && newest?.person && ` of ${newest.person.name}`}
            {screen && (
              <>
                {' · '}
                <Link to={screen.to}>{screen.label}</Link>
              </>
            )}
          </>
        }
      />
      <QueryState of={pages.first} loading="Loading the history" />
      {entries && (
        <Panel>
          <Entries label="History" entries={entries} />
          <More of={pages} />
        </Panel>
      )}
    </>
  );
}

const NOTES: { readonly [Kind in Thing['kind']]: string } = {
  sale: 'Sale',
  shift: 'Shift',
  employee: 'Employee',
  campaign: 'Campaign',
  goal: 'Goal',
  access: 'Sign-ins, refusals, passwords, pay read by others',
};

function titleOf({ kind }: Thing, name: string | undefined): string {
  if (kind === 'access') return name ? `Access to the account of ${name}` : 'Access';
  return name ? `History of ${name}` : 'History';
}

function Nothing({ message }: { message: string }) {
  return <MissingRow title="History" message={message} list={paths.dashboard} listLabel="Dashboard" />;
}

import { useAtomValue } from 'jotai';
import { paths } from '../../app/paths.ts';
import { employeeAtom } from '../../app/session.atoms.ts';
import { BillboardTable } from '../../ui/billboard-table.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading } from '../../ui/mark.tsx';
import { Panel } from '../../ui/panel.tsx';
import {
  billboardAtom,
  billboardIsBehindAtom,
  billboardProblemAtom,
  billboardRefreshAtom,
} from './billboard.atoms.ts';

export function Billboard() {
  const me = useAtomValue(employeeAtom);
  const rows = useAtomValue(billboardAtom);
  const isBehind = useAtomValue(billboardIsBehindAtom);
  const problem = useAtomValue(billboardProblemAtom);
  useAtomValue(billboardRefreshAtom);
  return (
    <Panel
      title="Daily Billboard"
      flush
      note={<Note people={rows?.length} problem={problem} isBehind={isBehind} />}
    >
      {rows ? (
        <BillboardTable rows={rows} ownId={me.id} empty={<NobodyYet />} />
      ) : problem ? (
        <EmptyState title="The billboard could not be loaded">{problem}</EmptyState>
      ) : (
        <Loading label="Loading the billboard" />
      )}
    </Panel>
  );
}

type NoteProps = { people: number | undefined; problem: string | null; isBehind: boolean };

function Note({ people, problem, isBehind }: NoteProps) {
  if (people === undefined) return null;
  if (problem) return <span role="status">Last refresh failed. Showing what is known.</span>;
  if (isBehind) return <>May be behind until the connection is back</>;
  return <>{people === 1 ? '1 person' : `${people} people`}, best commission first</>;
}

function NobodyYet() {
  return (
    <EmptyState
      title="Nobody is on the board yet"
      action={
        <LinkButton look="plain" to={paths.newSale}>
          Record a sale
        </LinkButton>
      }
    >
      Everybody who signs in or sells today appears here at once.
    </EmptyState>
  );
}

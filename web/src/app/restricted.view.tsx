import { useAtomValue } from 'jotai';
import { Outlet, useNavigate } from 'react-router-dom';
import { messages } from '#contracts/messages.ts';
import { Button } from '../ui/button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { meets, type Need } from './permissions.ts';
import { employeeAtom } from './session.atoms.ts';

/** Screens behind it are for some only; the others are told so in its place. */
export function OnlyFor({ need }: { need: Need }) {
  return meets(useAtomValue(employeeAtom), need) ? <Outlet /> : <RestrictedPage />;
}

function RestrictedPage() {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title="Restricted Access" />
      <Panel narrow>
        <p>{messages.restricted}</p>
        <p>
          <Button look="plain" onClick={() => void navigate(-1)}>
            Back
          </Button>
        </p>
      </Panel>
    </>
  );
}

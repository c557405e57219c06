import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import type { Sale, SaleOfEmployee } from '#contracts/endpoints/sales.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import type { KnownCampaign } from '../../kit/forms/campaign-field.view.tsx';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { UnsavedWork } from '../../kit/forms/unsaved-work.view.tsx';
import { MissingRow } from '../../kit/lists/missing-row.view.tsx';
import { OwnCommission } from '../../kit/numbers/own-commission.view.tsx';
import { paths, pathTo } from '../../kit/paths.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TwoColumns } from '../../ui/two-columns.tsx';
import { createSale, createSaleEdit, type SaleAtoms } from './sale.atoms.ts';
import type { FROM_LIST } from './sale-actions.view.tsx';
import { SaleFields } from './sale-fields.view.tsx';
import { salesListOf, useOtherSeller } from './seller.view.tsx';

export function EditSalePage() {
  const { id = '' } = useParams();
  return <FoundSale key={id} id={id} />;
}

function FoundSale({ id }: { id: string }) {
  const [atoms] = useState(() => createSale(id));
  const { query } = atoms;
  const sale = useQuery(query, id)?.requestedData[0];
  const isMissing = useAtomValue(query.errorAtom) === 'noSuchSale';
  if (isMissing) {
    return (
      <MissingRow title="Edit Sale" message={messages.noSuchSale} list={paths.mySales} listLabel="My Sales" />
    );
  }
  return (
    <>
      <PageHeader title="Edit Sale" aside={<Link to={pathTo(paths.sale, id)}>Back to the sale</Link>} />
      <QueryState of={query} loading="Loading the sale" />
      {sale && <EditSale atoms={atoms} found={sale} />}
    </>
  );
}

function EditSale({ atoms, found }: { atoms: SaleAtoms; found: SaleOfEmployee }) {
  const [{ form, figures, sale }] = useState(() => ({ sale: found, ...createSaleEdit(atoms, found) }));
  const { leaving, leave } = useLeaveScreen();
  const otherSeller = useOtherSeller(found);
  // Opened from a row of a list, which is still at its place.
  const returns = (useLocation().state as Partial<typeof FROM_LIST> | null)?.isFromList === true;
  const saved = () => {
    leave(returns ? -1 : salesListOf(otherSeller), LEAVE_AFTER_MS.edit);
  };
  return (
    <TwoColumns sheet>
      <Panel>
        <FormSheet form={form} action="Save sale" busyAction="Saving…" onDone={saved} leaving={leaving}>
          <SaleFields form={form} figures={figures} sale={sale} known={campaignOf(sale)} />
        </FormSheet>
        <UnsavedWork form={form} />
      </Panel>
      {otherSeller === null && (
        <Panel>
          <OwnCommission />
        </Panel>
      )}
    </TwoColumns>
  );
}

/** The campaign of the sale, which keeps it when the campaign is deleted. */
function campaignOf({ campaign_id, name }: Sale): KnownCampaign {
  return { id: campaign_id, name: name || 'A deleted campaign' };
}

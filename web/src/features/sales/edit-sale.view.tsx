import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { useFollowing } from '../../app/following.hooks.ts';
import { FormSheet } from '../../app/forms/form-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaving } from '../../app/forms/leaving.hooks.ts';
import { MissingRow } from '../../app/lists/missing-row.view.tsx';
import { useResource } from '../../app/lists/resource.hooks.ts';
import { ResourceState } from '../../app/lists/resource-state.view.tsx';
import { OwnCommission } from '../../app/numbers/own-commission.view.tsx';
import { paths, pathTo } from '../../app/routes/paths.ts';
import { Beside } from '../../ui/beside.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { createSaleEdit } from './edit-sale.atoms.ts';
import { mySalesResource } from './my-sales.atoms.ts';
import { createSale, type SaleAtoms } from './sale.atoms.ts';
import { SaleFields } from './sale-fields.view.tsx';

export function EditSalePage() {
  const { id = '' } = useParams();
  return <FoundSale key={id} id={id} />;
}

function FoundSale({ id }: { id: string }) {
  const [atoms] = useState(() => createSale(id));
  const { resource, followAtom } = atoms;
  const sale = useResource(resource, id)?.requestedData[0];
  useFollowing(followAtom);
  const isMissing = useAtomValue(resource.errorAtom) === 'noSuchSale';
  if (isMissing) {
    return (
      <MissingRow title="Edit Sale" message={messages.noSuchSale} list={paths.mySales} listLabel="My Sales" />
    );
  }
  return (
    <>
      <PageHeader title="Edit Sale" aside={<Link to={pathTo(paths.sale, id)}>Back to the sale</Link>} />
      <ResourceState of={resource} loading="Loading the sale" />
      {sale && <EditSale atoms={atoms} found={sale} />}
    </>
  );
}

function EditSale({ atoms, found }: { atoms: SaleAtoms; found: Sale }) {
  const [{ form, figures, sale }] = useState(() => ({ sale: found, ...createSaleEdit(atoms, found) }));
  const others = useAtomValue(form.othersAtom);
  const reloadList = useSetAtom(mySalesResource.reloadAtom);
  const { leaving, leave } = useLeaving();
  const saved = () => {
    void reloadList();
    leave(paths.mySales, LEAVE_AFTER_MS.edit);
  };
  return (
    <Beside sheet>
      <Panel>
        <FormSheet form={form} action="Save sale" busyAction="Saving…" onDone={saved} leaving={leaving}>
          <SaleFields form={form} figures={figures} sale={sale} others={others} />
        </FormSheet>
      </Panel>
      <Panel>
        <OwnCommission />
      </Panel>
    </Beside>
  );
}

import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { FormSheet } from '../../app/form-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaving } from '../../app/leaving.hooks.ts';
import { MissingRow } from '../../app/missing-row.view.tsx';
import { OwnCommission } from '../../app/own-commission.view.tsx';
import { paths, pathTo } from '../../app/paths.ts';
import { useResource } from '../../app/resource.hooks.ts';
import { ResourceState } from '../../app/resource-state.view.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { editSaleForm } from './edit-sale.atoms.ts';
import { mySalesResource } from './my-sales.atoms.ts';
import { createSale } from './sale.atoms.ts';
import { SaleFields } from './sale-fields.view.tsx';
import styles from './sale-sheets.module.css';

export function EditSalePage() {
  const { id = '' } = useParams();
  return <FoundSale key={id} id={id} />;
}

function FoundSale({ id }: { id: string }) {
  const [{ resource }] = useState(() => createSale(id));
  const sale = useResource(resource, id)?.requestedData[0];
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
      {sale && <EditSale sale={sale} />}
    </>
  );
}

/** Filled once: what is fetched anew meanwhile does not change what somebody is typing. */
function EditSale({ sale: found }: { sale: Sale }) {
  const [{ sale, form, figures }] = useState(() => ({ sale: found, ...editSaleForm(found) }));
  const reloadList = useSetAtom(mySalesResource.reloadAtom);
  const { leaving, leave } = useLeaving();
  const saved = () => {
    void reloadList();
    leave(paths.mySales, LEAVE_AFTER_MS.edit);
  };
  return (
    <div className={styles.sheets}>
      <Panel>
        <FormSheet form={form} action="Save sale" busyAction="Saving…" onDone={saved} leaving={leaving}>
          <SaleFields form={form} figures={figures} sale={sale} />
        </FormSheet>
      </Panel>
      <Panel>
        <OwnCommission />
      </Panel>
    </div>
  );
}

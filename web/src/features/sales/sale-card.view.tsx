import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { messages } from '#contracts/messages.ts';
import { useFollowing } from '../../app/following.hooks.ts';
import { DeleteButton } from '../../app/forms/delete-button.view.tsx';
import { LEAVE_AFTER_MS, useLeaving } from '../../app/forms/leaving.hooks.ts';
import { HistoryLink } from '../../app/lists/history-link.view.tsx';
import { MissingRow } from '../../app/lists/missing-row.view.tsx';
import { useResource } from '../../app/lists/resource.hooks.ts';
import { ResourceState } from '../../app/lists/resource-state.view.tsx';
import { paths, pathTo } from '../../app/routes/paths.ts';
import { NowOnly } from '../../app/time-travel/now-only.view.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { noTickets } from '../../ui/tickets.ts';
import { mySalesResource } from './my-sales.atoms.ts';
import { createSale } from './sale.atoms.ts';
import { SaleFacts } from './sale-facts.view.tsx';

export function SaleCardPage() {
  const { id = '' } = useParams();
  return <SaleCard key={id} id={id} />;
}

function SaleCard({ id }: { id: string }) {
  const [{ quickResource, followAtom, deletion }] = useState(() => createSale(id));
  const sale = useResource(quickResource, id)?.requestedData[0];
  useFollowing(followAtom);
  const isMissing = useAtomValue(quickResource.errorAtom) === 'noSuchSale';
  const [tickets, setTickets] = useAtom(deletion.ticketsAtom);
  const reloadList = useSetAtom(mySalesResource.reloadAtom);
  const { leaving, leaveDeleted } = useLeaving();

  // Who has just deleted it reads the message of that.
  if (isMissing && !leaving) {
    return (
      <MissingRow
        title="Sale"
        message={messages.noSuchSale}
        list={paths.mySales}
        listLabel="My Sales"
        history={{ kind: 'sale', id }}
      />
    );
  }
  const gone = () => {
    void reloadList();
    leaveDeleted(paths.mySales, LEAVE_AFTER_MS.saleDelete);
  };
  const actions = sale && !leaving && (
    <>
      <HistoryLink kind="sale" id={id} />
      <NowOnly>
        <LinkButton look="plain" to={pathTo(paths.editSale, id)}>
          <Icon of={Pencil} size={16} /> Edit
        </LinkButton>
        <DeleteButton deletion={deletion} row={sale} what={`The sale ${sale.sale_name}`} onDone={gone} />
      </NowOnly>
    </>
  );
  return (
    <>
      <PageHeader title={sale?.sale_name ?? 'Sale'} note={sale && 'Sale'} aside={actions} />
      <MessageBox tickets={tickets} onClose={() => setTickets(noTickets)} />
      {!leaving && <ResourceState of={quickResource} loading="Loading the sale" />}
      {sale && <SaleFacts sale={sale} />}
    </>
  );
}

import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type SubmitEvent, useRef } from 'react';
import { Link } from 'react-router-dom';
import { OwnCommission } from '../../app/own-commission.view.tsx';
import { paths } from '../../app/paths.ts';
import { Button } from '../../ui/button.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { noTickets } from '../../ui/tickets.ts';
import { addingSaleAtom, addSaleAtom, addSaleTicketsAtom } from './add-sale.atoms.ts';
import styles from './add-sale.module.css';
import { SaleFields } from './sale-fields.view.tsx';

export function AddSalePage() {
  const [tickets, setTickets] = useAtom(addSaleTicketsAtom);
  const busy = useAtomValue(addingSaleAtom);
  const addSale = useSetAtom(addSaleAtom);
  const first = useRef<HTMLInputElement>(null);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    await addSale();
    first.current?.focus();
    window.scrollTo(0, 0);
  };

  return (
    <>
      <PageHeader title="New Sale" aside={<Link to={paths.mySales}>My Sales</Link>} />
      <div className={styles.sheets}>
        <Panel>
          <form
            onSubmit={(event) => void submit(event)}
            onKeyDown={(event) => event.key === 'Escape' && setTickets(noTickets)}
            noValidate
          >
            <MessageBox tickets={tickets} onClose={() => setTickets(noTickets)} />
            <SaleFields first={first} />
            <Button type="submit" wide busy={busy} busyLabel="Recording…">
              Record sale
            </Button>
          </form>
        </Panel>
        <Panel>
          <OwnCommission />
        </Panel>
      </div>
    </>
  );
}

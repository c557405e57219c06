import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai';
import { type SubmitEvent, useEffect } from 'react';
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
import { refusedFieldsAtom } from './sale-form.atoms.ts';

export function AddSalePage() {
  const [tickets, setTickets] = useAtom(addSaleTicketsAtom);
  const busy = useAtomValue(addingSaleAtom);
  const addSale = useSetAtom(addSaleAtom);
  const store = useStore();
  // What it said about the last try is no news to who comes back later.
  useEffect(() => () => setTickets(noTickets), [setTickets]);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { elements } = event.currentTarget;
    const isIn = await addSale();
    // On with the next sale, or with what was refused of this one.
    const next = elements.namedItem(isIn ? 'name' : (store.get(refusedFieldsAtom)[0] ?? ''));
    if (next instanceof HTMLElement) next.focus();
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
            <SaleFields />
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

import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { querySalesAtom, salesDateAtom, salesListAtom, showAllSalesAtom } from './my-sales.atoms.ts';
import styles from './my-sales.module.css';

export function DateQuery() {
  const [date, setDate] = useAtom(salesDateAtom);
  const list = useAtomValue(salesListAtom);
  const query = useSetAtom(querySalesAtom);
  const showAll = useSetAtom(showAllSalesAtom);
  return (
    <form
      className={styles.query}
      onSubmit={(event) => {
        event.preventDefault();
        void query();
      }}
    >
      <TextField label="Date" type="date" value={date} onChange={(event) => setDate(event.target.value)} />
      <Button type="submit" look="plain">
        Query
      </Button>
      {list?.date && (
        <Button look="quiet" onClick={() => void showAll()}>
          Show all
        </Button>
      )}
    </form>
  );
}

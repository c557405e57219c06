import { Pencil } from 'lucide-react';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { DeleteButton } from '../../kit/forms/delete-button.view.tsx';
import type { Deletion } from '../../kit/forms/deletion.atoms.ts';
import { paths, pathTo } from '../../kit/paths.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { formatDate, formatPriceText } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './sales-table.module.css';

/** The state of the edit form of a sale that was opened from a list: it returns there. */
export const FROM_LIST = { isFromList: true } as const;

/** Two sales may have one name. */
const nameOf = ({ sale_name, price, entry_date }: Sale) =>
  `${sale_name}, ${formatPriceText(price)}, ${formatDate(entry_date)}`;

/** Edits and deletes a sale from its row. */
export function actionsColumn(deletion: Deletion<Sale>): Column<Sale> {
  return {
    label: 'Actions',
    show: (sale) => (
      <NowOnly>
        <span className={styles.actions}>
          <LinkButton
            variant="quiet"
            to={pathTo(paths.editSale, sale.id)}
            state={FROM_LIST}
            aria-label={`Edit ${nameOf(sale)}`}
            title="Edit"
          >
            <Icon of={Pencil} size={16} /> <span className={styles.word}>Edit</span>
          </LinkButton>
          <DeleteButton
            deletion={deletion}
            row={sale}
            what="The sale"
            name={nameOf(sale)}
            small
            wordClass={styles.word}
          />
        </span>
      </NowOnly>
    ),
    card: 'actions',
  };
}

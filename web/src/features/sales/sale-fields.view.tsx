import { useAtomValue, useSetAtom } from 'jotai';
import { DETAILS_MAX } from '#contracts/endpoints/fields.ts';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { OFFERED_SALE_STATUSES, type SaleStatus } from '#contracts/sale-status.ts';
import { TEXT_MAX } from '#contracts/text.ts';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { CampaignField } from './campaign-field.view.tsx';
import { ComputedFields } from './computed-fields.view.tsx';
import { othersError } from './others-error.ts';
import styles from './sale-fields.module.css';
import type { SaleDraft, SaleFigures, SaleForm } from './sale-form.atoms.ts';

type SaleFieldsProps = {
  form: SaleForm;
  figures: SaleFigures;
  /** The one that is edited. */
  sale?: Sale;
  /** What somebody else put meanwhile. */
  others?: Partial<SaleDraft>;
};

/** The fields of a sale, for a new one and for an edit. */
export function SaleFields({ form, figures, sale, others = {} }: SaleFieldsProps) {
  const draft = useAtomValue(form.draftAtom);
  const refused = useAtomValue(form.refusedAtom);
  const type = useSetAtom(form.typeAtom);
  const errorOf = (field: Exclude<keyof SaleDraft, 'detailsCut'>, message?: string) =>
    refused.includes(field) && (othersError(others[field]) ?? message ?? true);

  return (
    <>
      <TextField
        name="name"
        label="Name"
        required
        autoFocus
        autoComplete="off"
        maxLength={TEXT_MAX}
        value={draft.name}
        error={errorOf('name')}
        onChange={(event) => type({ name: event.target.value })}
      />
      <div className={styles.pair}>
        <CampaignField form={form} sale={sale} others={others} />
        <TextField
          name="customerNumber"
          label="Customer Number"
          autoComplete="off"
          maxLength={TEXT_MAX}
          value={draft.customerNumber}
          error={errorOf('customerNumber')}
          onChange={(event) => type({ customerNumber: event.target.value })}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          name="price"
          label="Price"
          before="$"
          inputMode="decimal"
          autoComplete="off"
          value={draft.price}
          error={errorOf('price', messages.invalidPrice)}
          onChange={(event) => type({ price: event.target.value })}
        />
        <TextField
          name="discount"
          label="Discount"
          after="%"
          inputMode="decimal"
          autoComplete="off"
          value={draft.discount}
          error={errorOf('discount', messages.invalidPercent)}
          onChange={(event) => type({ discount: event.target.value })}
        />
      </div>
      <ComputedFields figures={figures} />
      <Segmented
        name="status"
        label="Status"
        value={draft.status}
        onChange={(status) => type({ status })}
        error={refused.includes('status') && (othersError(others.status) ?? messages.statusRequired)}
        options={statusesFor(sale).map((value) => ({ value, label: <StatusBadge status={value} /> }))}
      />
      <TextAreaField
        name="details"
        label="Details"
        rows={2}
        value={draft.details}
        error={draft.detailsCut || errorOf('details')}
        hint={<span className={styles.count}>{`${draft.details.length}/${DETAILS_MAX}`}</span>}
        onChange={(event) => type({ details: event.target.value, detailsCut: false })}
      />
    </>
  );
}

/** None is offered only where it stands. */
function statusesFor(sale: Sale | undefined): readonly SaleStatus[] {
  return sale?.status === 'None' ? [...OFFERED_SALE_STATUSES, 'None'] : OFFERED_SALE_STATUSES;
}

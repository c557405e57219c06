import { CircleAlert } from 'lucide-react';
import { lazy } from 'react';
import type { StatementRow } from '#contracts/endpoints/pay.endpoints.ts';
import type { Column } from '../../ui/column.ts';
import { Icon } from '../../ui/icon.tsx';
import { NowOnly } from '../time-travel/now-only.view.tsx';
import { FormDialog } from './form-dialog.view.tsx';

const ClaimForm = lazy(async () => ({ default: (await import('./claim-form.view.tsx')).ClaimForm }));

/** On each line of an own statement: claims that it is wrong. `from`: first day of the period. */
export const wrongColumn = (
  from: string,
  isOfSale: (line: StatementRow) => boolean,
): Column<StatementRow> => ({
  label: 'Actions',
  show: (line) => (
    <NowOnly>
      <FormDialog
        title={`What is wrong with ${line.name || 'this line'}?`}
        button="Wrong?"
        variant="quiet"
        label={`${line.name || 'This line'} is wrong`}
      >
        {(close) => (
          <ClaimForm
            line={{ ...(isOfSale(line) ? { saleId: line.id } : { lineId: line.id }), period: from }}
            onClose={close}
          />
        )}
      </FormDialog>
    </NowOnly>
  ),
  card: 'actions',
});

/** Claims that a sale or hours are missing. */
export function SomethingMissing() {
  return (
    <NowOnly>
      <FormDialog
        title="Something is missing"
        button={
          <>
            <Icon of={CircleAlert} size={16} /> Something is missing
          </>
        }
      >
        {(close) => <ClaimForm line={null} onClose={close} />}
      </FormDialog>
    </NowOnly>
  );
}

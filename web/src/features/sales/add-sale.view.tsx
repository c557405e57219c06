import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { FormSheet } from '../../app/forms/form-sheet.view.tsx';
import { OwnCommission } from '../../app/numbers/own-commission.view.tsx';
import { paths } from '../../app/routes/paths.ts';
import { meets } from '../../app/session/permissions.ts';
import { employeeAtom } from '../../app/session/session.atoms.ts';
import { Beside } from '../../ui/beside.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { newSaleFigures, newSaleForm } from './add-sale.atoms.ts';
import { ForField } from './for-field.view.tsx';
import { SaleFields } from './sale-fields.view.tsx';
import { UndoSale } from './undo-sale.view.tsx';

export function AddSalePage() {
  const isManager = meets(useAtomValue(employeeAtom), 'manager');
  return (
    <>
      <PageHeader title="New Sale" aside={<Link to={paths.mySales}>My Sales</Link>} />
      <Beside sheet>
        <Panel>
          {/* On with the next sale, or with what was refused of this one. */}
          <FormSheet
            form={newSaleForm}
            action="Record sale"
            busyAction="Recording…"
            next="name"
            remedy={<UndoSale />}
          >
            {isManager && <ForField form={newSaleForm} />}
            <SaleFields form={newSaleForm} figures={newSaleFigures} />
          </FormSheet>
        </Panel>
        <Panel>
          <OwnCommission />
        </Panel>
      </Beside>
    </>
  );
}

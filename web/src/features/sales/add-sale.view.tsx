import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import type { Employee } from '#contracts/endpoints/employees.endpoints.ts';
import type { KnownCampaign } from '../../kit/forms/campaign-field.view.tsx';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { OwnCommission } from '../../kit/numbers/own-commission.view.tsx';
import { paths } from '../../kit/paths.ts';
import { hasRole } from '../../kit/session/permissions.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TwoColumns } from '../../ui/two-columns.tsx';
import { newSaleFigures, newSaleForm } from './add-sale.atoms.ts';
import { ForField } from './for-field.view.tsx';
import { SaleFields } from './sale-fields.view.tsx';
import { UndoSale } from './undo-sale.view.tsx';

export function AddSalePage() {
  const me = useAtomValue(employeeAtom);
  const isManager = hasRole(me, 'manager');
  return (
    <>
      <PageHeader title="New Sale" aside={<Link to={paths.mySales}>My Sales</Link>} />
      <TwoColumns sheet>
        <Panel>
          {/* After success the focus is in the first field of the next sale. */}
          <FormSheet
            form={newSaleForm}
            action="Record sale"
            busyAction="Recording…"
            next="name"
            remedy={<UndoSale />}
          >
            {isManager && <ForField form={newSaleForm} />}
            <SaleFields form={newSaleForm} figures={newSaleFigures} known={ownCampaign(me)} />
          </FormSheet>
        </Panel>
        <Panel>
          <OwnCommission />
        </Panel>
      </TwoColumns>
    </>
  );
}

/** The campaign of a new form, offered until the list is loaded. */
function ownCampaign({ emp_campaign_id, campaignname }: Employee): KnownCampaign | undefined {
  return emp_campaign_id === null ? undefined : { id: emp_campaign_id, name: campaignname ?? 'My campaign' };
}

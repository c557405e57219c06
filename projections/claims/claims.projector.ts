import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { defineReadModel, known, type NeedsOf, type RowsOf } from '../runner/read-model.ts';
import type { RowOf } from '../runner/table.ts';
import { claimsTable, pastClaimsTable } from './claims.table.ts';

const tables = { claims: claimsTable, pastClaims: pastClaimsTable };
type Need = NeedsOf<typeof tables>;
type Rows = RowsOf<typeof tables>;
type OfClaim = StoredEvent<'ClaimAnswered' | 'ClaimReopened'>;

/** What people claim about their pay, open and answered. */
export const claims = defineReadModel({
  name: 'claims',
  version: 1,
  tables,
  ignores: [
    ['SaleRecorded', 'SaleEdited', 'SaleDeleted'],
    ['ShiftStarted', 'ShiftResumed', 'ShiftEnded', 'ShiftStartSet', 'ShiftDurationSet'],
    ['GoalAdded', 'GoalEdited', 'GoalDeleted'],
    ['CampaignAdded', 'CampaignEdited', 'CampaignDeleted'],
    ['EmployeeAdded', 'EmployeeEdited', 'EmployeeDeleted'],
    ['EmployeeErasureRequested', 'EmployeeErasureWithdrawn', 'EmployeeErasureRefused'],
    ['EmployeeErasureOrdered', 'EmployeeErased'],
    ['JobAidAdded', 'JobAidEdited', 'JobAidDeleted'],
    ['CompanyRegistered', 'CompanyVerified', 'CompanyExpired', 'CompanyTerminated', 'CompanyErased'],
    ['AccessNoted'],
    ['SubscriptionStarted', 'SubscriptionStatusChanged', 'SubscriptionSeatsChanged'],
    ['SubscriptionCardChanged', 'SubscriptionPaymentFailed', 'SubscriptionReceiptIssued'],
    ['SubscriptionCanceled'],
    ['PayScheduleSet', 'ClawbackWindowSet', 'SalesVerificationSet', 'SaleConfirmed'],
    ['StatementApproved', 'StatementReturned'],
    ['StatementLocked', 'PayLineAdded'],
  ],
  on: {
    ClaimOpened: {
      needs: ({ data, metadata }, need) => need.claims.fresh(metadata.companyId, data.claimId),
      apply({ data, metadata, position }, rows) {
        const { claimId, employeeId, kind, saleId, lineId, date, from, seenCents, pinned, text } = data;
        rows.claims.put({
          ...{ company_id: metadata.companyId, claim_id: claimId, employee_id: employeeId, kind },
          ...{ sale_id: saleId, line_id: lineId, date, period_from: from, seen_cents: seenCents, pinned },
          ...{ text, opened_at: metadata.at, is_open: true, answer: null, answered_by: null },
          ...{ answered_at: null, resolution: null, person_again: null, manager_again: null },
          since: position,
        });
      },
    },
    ClaimAnswered: {
      needs: needClaim,
      apply(event, rows) {
        const { data, metadata } = event;
        changeClaim(event, rows, {
          ...{ is_open: false, answer: data.reason, resolution: data.resolution },
          ...{ answered_by: metadata.actorId, answered_at: metadata.at },
        });
      },
    },
    ClaimReopened: {
      needs: needClaim,
      apply(event, rows) {
        const { text, byPerson } = event.data;
        changeClaim(event, rows, {
          is_open: true,
          ...(byPerson ? { person_again: text } : { manager_again: text }),
        });
      },
    },
  },
});

function needClaim({ data, metadata }: OfClaim, need: Need): void {
  need.claims.row(metadata.companyId, data.claimId);
}

function changeClaim(
  { data, metadata, position }: OfClaim,
  rows: Rows,
  change: Partial<RowOf<typeof claimsTable>>,
): void {
  const row = known(rows.claims.get(metadata.companyId, data.claimId));
  rows.pastClaims.put({ ...row, until: position });
  rows.claims.put({ ...row, ...change, since: position });
}

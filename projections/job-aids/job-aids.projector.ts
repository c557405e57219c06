import { defineReadModel, known } from '../runner/read-model.ts';
import { jobAidsTable, pastJobAidsTable } from './job-aids.table.ts';

export const jobAids = defineReadModel({
  name: 'job-aids',
  version: 2,
  tables: { jobAids: jobAidsTable, past: pastJobAidsTable },
  ignores: [
    ['SaleRecorded', 'SaleEdited', 'SaleDeleted'],
    ['ShiftStarted', 'ShiftResumed', 'ShiftEnded', 'ShiftStartSet', 'ShiftDurationSet'],
    ['GoalAdded', 'GoalEdited', 'GoalDeleted'],
    ['CampaignAdded', 'CampaignEdited', 'CampaignDeleted'],
    ['EmployeeAdded', 'EmployeeEdited', 'EmployeeDeleted'],
    ['EmployeeErasureRequested', 'EmployeeErasureWithdrawn', 'EmployeeErasureRefused'],
    ['EmployeeErasureOrdered', 'EmployeeErased'],
    ['CompanyRegistered', 'CompanyVerified', 'CompanyExpired', 'CompanyTerminated', 'CompanyErased'],
    ['AccessNoted'],
    ['PayScheduleSet', 'ClawbackWindowSet', 'SalesVerificationSet', 'SaleConfirmed'],
    ['StatementApproved', 'StatementReturned'],
    ['StatementLocked', 'PayLineAdded'],
    ['ClaimOpened', 'ClaimAnswered', 'ClaimReopened'],
    ['SubscriptionStarted', 'SubscriptionStatusChanged', 'SubscriptionSeatsChanged'],
    [
      'SubscriptionCardChanged',
      'SubscriptionPaymentFailed',
      'SubscriptionReceiptIssued',
      'SubscriptionCanceled',
    ],
  ],
  on: {
    JobAidAdded: {
      needs: ({ data, metadata }, need) => need.jobAids.fresh(metadata.companyId, data.jobAidId),
      apply({ data, metadata, position }, rows) {
        rows.jobAids.put({
          company_id: metadata.companyId,
          job_aid_id: data.jobAidId,
          name: data.jobAid.name,
          url: data.jobAid.url,
          since: position,
        });
      },
    },
    JobAidEdited: {
      needs: ({ data, metadata }, need) => need.jobAids.row(metadata.companyId, data.jobAidId),
      apply({ data, metadata, position }, rows) {
        const jobAid = known(rows.jobAids.get(metadata.companyId, data.jobAidId));
        rows.past.put({ ...jobAid, until: position });
        rows.jobAids.put({ ...jobAid, name: data.after.name, url: data.after.url, since: position });
      },
    },
    JobAidDeleted: {
      needs: ({ data, metadata }, need) => need.jobAids.row(metadata.companyId, data.jobAidId),
      apply({ data, metadata, position }, rows) {
        const jobAid = known(rows.jobAids.get(metadata.companyId, data.jobAidId));
        rows.past.put({ ...jobAid, until: position });
        rows.jobAids.remove(metadata.companyId, data.jobAidId);
      },
    },
  },
});

import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { withSchedule } from '#contracts/pay/pay-periods.ts';
import { defineReadModel } from '../runner/read-model.ts';
import type { RowOf } from '../runner/table.ts';
import type { payPeopleTable, payRulesTable } from './pay.table.ts';
import {
  confirmed,
  deleted,
  edited,
  needDeleted,
  needEdited,
  needRecorded,
  recorded,
  verifiedCampaigns,
} from './sale-rows.ts';
import {
  changePerson,
  changeStatement,
  isAdded,
  isOfSale,
  lock,
  needStatement,
  type Rows,
  tables,
} from './statement-rows.ts';

type Rules = RowOf<typeof payRulesTable>;
type Person = RowOf<typeof payPeopleTable>;

/**
 * Statements grow from it: each sale with what it is due and what is paid, each locked statement with its lines. What is
 * not locked is computed when it is asked for, see pay.queries.ts.
 */
export const pay = defineReadModel({
  name: 'pay',
  version: 4,
  tables,
  ignores: [
    ['ShiftEnded', 'ShiftStartSet', 'ShiftDurationSet'],
    ['GoalAdded', 'GoalEdited', 'GoalDeleted'],
    ['CampaignAdded', 'CampaignEdited', 'CampaignDeleted'],
    ['EmployeeDeleted', 'EmployeeErasureRequested', 'EmployeeErasureWithdrawn', 'EmployeeErasureRefused'],
    ['EmployeeErasureOrdered', 'EmployeeErased'],
    ['JobAidAdded', 'JobAidEdited', 'JobAidDeleted'],
    ['CompanyRegistered', 'CompanyVerified', 'CompanyExpired', 'CompanyTerminated', 'CompanyErased'],
    ['AccessNoted'],
    ['SubscriptionStarted', 'SubscriptionStatusChanged', 'SubscriptionSeatsChanged'],
    [
      'SubscriptionCardChanged',
      'SubscriptionPaymentFailed',
      'SubscriptionReceiptIssued',
      'SubscriptionCanceled',
    ],
    ['ClaimOpened', 'ClaimAnswered', 'ClaimReopened'],
  ],
  on: {
    SaleRecorded: { needs: needRecorded, apply: recorded },
    SaleEdited: { needs: needEdited, apply: edited },
    SaleDeleted: { needs: needDeleted, apply: deleted },
    SaleConfirmed: {
      needs: ({ data, metadata }, need) => {
        need.sales.row(metadata.companyId, data.saleId, data.employeeId);
        need.rules.row(metadata.companyId);
        need.people.row(metadata.companyId, data.employeeId);
      },
      apply: confirmed,
    },
    EmployeeAdded: {
      needs: ({ data, metadata }, need) => need.people.row(metadata.companyId, data.employeeId),
      apply: (event, rows) => putPerson(event, rows, { role: event.data.employee.role }),
    },
    EmployeeEdited: {
      needs: ({ data, metadata }, need) => need.people.row(metadata.companyId, data.employeeId),
      apply: (event, rows) => putPerson(event, rows, { role: event.data.after.role }),
    },
    ShiftStarted: {
      needs: ({ data, metadata }, need) => need.people.row(metadata.companyId, data.employeeId),
      apply: (event, rows) => isIn(event, rows, event.data.timeZone),
    },
    ShiftResumed: {
      needs: ({ data, metadata }, need) => need.people.row(metadata.companyId, data.employeeId),
      apply: (event, rows) => isIn(event, rows, event.data.timeZone),
    },
    PayScheduleSet: {
      needs: ({ metadata }, need) => need.rules.row(metadata.companyId),
      apply(event, rows) {
        const row = rows.rules.get(event.metadata.companyId);
        const schedules = withSchedule(JSON.parse(row?.schedules ?? '[]'), event.data);
        const first = schedules[0]?.firstDay ?? null;
        const since = event.data.before ? (row?.first_since ?? null) : event.position;
        changeRules(event, rows, {
          ...{ schedules: JSON.stringify(schedules), first_day: first, first_since: since },
        });
      },
    },
    ClawbackWindowSet: {
      needs: ({ metadata }, need) => need.rules.row(metadata.companyId),
      apply: (event, rows) => changeRules(event, rows, { clawback_days: event.data.after }),
    },
    SalesVerificationSet: {
      needs: ({ metadata }, need) => need.rules.row(metadata.companyId),
      apply(event, rows) {
        const { campaignId, after } = event.data;
        const others = verifiedCampaigns(event, rows).filter((id) => id !== campaignId);
        const verified = after ? [...others, campaignId] : others;
        changeRules(event, rows, { verified_campaigns: JSON.stringify(verified) });
      },
    },
    StatementApproved: {
      needs: needStatement,
      apply(event, rows) {
        const { totalCents, lines, digest, through, isOwn } = event.data;
        changeStatement(event, rows, {
          ...{ state: 'approved', approved_by: event.metadata.actorId, approved_at: event.metadata.at },
          ...{
            is_own: isOwn,
            total_cents: totalCents,
            line_count: lines,
            digest,
            through,
            returned_for: null,
          },
        });
      },
    },
    StatementReturned: {
      needs: needStatement,
      apply: (event, rows) =>
        changeStatement(event, rows, { state: 'returned', returned_for: event.data.reason }),
    },
    StatementLocked: {
      needs(event, need) {
        needStatement(event, need);
        const { companyId } = event.metadata;
        for (const line of event.data.lines) {
          if (isOfSale(line)) need.sales.row(companyId, line.id, event.data.employeeId);
          if (isAdded(line)) need.extras.row(companyId, line.id);
        }
      },
      apply: lock,
    },
    PayLineAdded: {
      needs(event, need) {
        needStatement(event, need);
        need.extras.fresh(event.metadata.companyId, event.data.line.lineId);
      },
      apply(event, rows) {
        const { data, metadata, position } = event;
        const { lineId, kind, cents, reason, saleId, undoes } = data.line;
        changePerson(event, rows);
        rows.extras.put({
          ...{ company_id: metadata.companyId, line_id: lineId, employee_id: data.employeeId },
          ...{ period_from: data.from, kind, cents, reason, sale_id: saleId, undoes },
          ...{ added_by: metadata.actorId, added_at: metadata.at, since: position },
          locked_position: null,
        });
      },
    },
  },
});

function isIn(
  event: StoredEvent<'ShiftStarted' | 'ShiftResumed'>,
  rows: Rows,
  timeZone: string | null,
): void {
  if (timeZone !== null) putPerson(event, rows, { time_zone: timeZone });
}

function putPerson(
  {
    data,
    metadata,
    position,
  }: StoredEvent<'ShiftStarted' | 'ShiftResumed' | 'EmployeeAdded' | 'EmployeeEdited'>,
  rows: Rows,
  change: Partial<Pick<Person, 'time_zone' | 'role'>>,
): void {
  const row = rows.people.get(metadata.companyId, data.employeeId);
  const next = { time_zone: row?.time_zone ?? null, role: row?.role ?? null, ...change };
  if (row?.time_zone === next.time_zone && row.role === next.role) return;
  rows.people.put({
    ...{ company_id: metadata.companyId, employee_id: data.employeeId, pay_events: row?.pay_events ?? 0 },
    ...{ ...next, since: position },
  });
}

function changeRules({ metadata, position }: StoredEvent, rows: Rows, change: Partial<Rules>): void {
  const row = rows.rules.get(metadata.companyId);
  if (row) rows.pastRules.put({ ...row, until: position });
  const none = {
    ...{ schedules: '[]', first_day: null, first_since: null, clawback_days: null },
    verified_campaigns: '[]',
  };
  rows.rules.put({ company_id: metadata.companyId, ...none, ...row, ...change, since: position });
}

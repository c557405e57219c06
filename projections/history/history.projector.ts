import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { HISTORY_EVENT_TYPES, type HistoryEventType, subjectOf } from '#contracts/history/history-events.ts';
import { defineReadModel, type Handler } from '../runner/read-model.ts';
import { historyMomentsTable, historyTable } from './history.table.ts';

const tables = { history: historyTable, moments: historyMomentsTable };
type Listed = Exclude<HistoryEventType, 'AccessNoted'>;
type Handlers = { readonly [Type in Listed]: Handler<Type, typeof tables> };

const handler: Handler<Listed, typeof tables> = {
  needs: ({ metadata }, need) => need.moments.row(metadata.companyId),
  apply(event, { history, moments }) {
    const { type, position, revision, metadata } = event;
    const { companyId, actorId } = metadata;
    const latest = moments.get(companyId)?.moment ?? '';
    const moment = metadata.at > latest ? metadata.at : latest;
    const subject = subjectOf(event as StoredEvent<HistoryEventType>);
    history.put({
      company_id: companyId,
      position,
      moment,
      type,
      revision,
      subject_id: subject.id,
      employee_id: subject.employeeId,
      other_actor_id: actorId === subject.employeeId ? null : actorId,
      campaign_id: subject.campaignId,
      former_campaign_id: subject.formerCampaignId,
    });
    if (moment !== latest) moments.put({ company_id: companyId, moment });
  },
};

export const history = defineReadModel({
  name: 'history',
  // It takes in erasures, pay and claims since, under the same version: none is written while a process runs that cannot read one, and
  // another version would end the dashboards of the former program.
  version: 2,
  isOrdered: false,
  tables,
  ignores: [['CompanyErased'], ['AccessNoted']],
  on: Object.fromEntries(
    HISTORY_EVENT_TYPES.filter((type) => type !== 'AccessNoted').map((type) => [type, handler]),
  ) as Handlers,
});

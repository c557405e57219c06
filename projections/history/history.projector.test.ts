import { expect, test } from 'vitest';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { projected } from '#tests/projections/projected.ts';
import { edited, recorded } from '#tests/projections/sale-story.ts';
import { history } from './history.projector.ts';

const at = (minute: number, actorId: string | null = 'ada') => ({
  metadata: { actorId, at: `2026-03-02T14:0${minute}:00.000Z` },
});
const sale = { ...recorded({ campaignId: 'spring' }), ...at(1) };

test('an event has one row: what it is about, where it is, and the person who did it for another', () => {
  const moved = edited({ campaignId: 'spring' }, { campaignId: 'autumn' });
  const { rowsOf } = projected(history, sale, { ...moved, ...at(2, 'mia') });
  const row = { company_id: 'co', subject_id: 'sale', employee_id: 'ada', campaign_id: 'spring' };
  expect(rowsOf('history')).toEqual([
    {
      ...{ ...row, position: 1, revision: 0, type: 'SaleRecorded', moment: '2026-03-02T14:01:00.000Z' },
      ...{ other_actor_id: null, former_campaign_id: null },
    },
    {
      ...{ ...row, position: 2, revision: 1, type: 'SaleEdited', moment: '2026-03-02T14:02:00.000Z' },
      ...{ other_actor_id: 'mia', campaign_id: 'autumn', former_campaign_id: 'spring' },
    },
  ]);
});

test('the moments of a company never run backwards, whatever its clocks say', () => {
  const minutes = (...told: number[]) => {
    const { rowsOf } = projected(history, ...told.map((minute) => ({ ...sale, ...at(minute) })));
    const latest = rowsOf('history_moments').map(({ moment }) => moment);
    return [rowsOf('history').map(({ moment }) => moment), latest];
  };
  const [one, three, five] = [1, 3, 5].map((minute) => at(minute).metadata.at);
  expect(minutes(3, 1, 3, 5)).toEqual([[three, three, three, five], [five]]);
  expect(minutes(1)).toEqual([[one], [one]]);
});

test('an event of the program that is about no person names no actor', () => {
  const verified: DomainEvent = { type: 'CompanyVerified', data: { verifiedAt: '2026-03-02T14:00:00.000Z' } };
  const { rowsOf } = projected(history, { ...verified, ...at(1, null) });
  expect(rowsOf('history')).toMatchObject([{ employee_id: null, other_actor_id: null }]);
});

import { expect, test } from 'vitest';
import { projected } from '#tests/projections/projected.ts';
import { catalogue } from './catalogue.projector.ts';

const steady = { name: 'Steady', hourlySales: 2.5, hourlyDecisions: 10 };
const goalAdded = {
  type: 'GoalAdded',
  data: { goalId: 'steady', entryDate: '2026-03-01', goal: steady },
} as const;
const spring = { name: 'Spring', commissionPercent: 9.975, taxPercent: 13, goalId: 'steady' };
const campaignAdded = {
  type: 'CampaignAdded',
  data: { campaignId: 'spring', entryDate: '2026-03-02', campaign: spring },
} as const;

test('goals and campaigns keep their entry date over an edit', () => {
  const { rowsOf } = projected(
    catalogue,
    goalAdded,
    campaignAdded,
    { type: 'GoalEdited', data: { goalId: 'steady', before: steady, after: { ...steady, hourlySales: 3 } } },
    {
      type: 'CampaignEdited',
      data: { campaignId: 'spring', before: spring, after: { ...spring, name: 'May' } },
    },
  );
  expect(rowsOf('goals')).toEqual([
    {
      company_id: 'co',
      goal_id: 'steady',
      name: 'Steady',
      hourly_sales: 3,
      hourly_decisions: 10,
      entry_date: '2026-03-01',
      deleted: false,
      since: 3,
    },
  ]);
  expect(rowsOf('campaigns')).toEqual([
    {
      company_id: 'co',
      campaign_id: 'spring',
      name: 'May',
      commission_percent: 9.975,
      tax_percent: 13,
      goal_id: 'steady',
      entry_date: '2026-03-02',
      deleted: false,
      rates_since: expect.any(String),
      since: 4,
    },
  ]);
  expect(rowsOf('past_goals')).toMatchObject([{ hourly_sales: 2.5, since: 1, until: 3 }]);
  expect(rowsOf('past_campaigns')).toMatchObject([{ name: 'Spring', since: 2, until: 4 }]);
});

test('a campaign knows since when its rates are what they are', () => {
  const edited = (after: Partial<typeof spring>) =>
    ({
      type: 'CampaignEdited',
      metadata: { at: '2026-03-03T15:31:00.000Z' },
      data: { campaignId: 'spring', before: spring, after: { ...spring, ...after } },
    }) as const;
  const since = (...events: Parameters<typeof projected>[1][]) => {
    const { rowsOf } = projected(catalogue, goalAdded, campaignAdded, ...events);
    return [...rowsOf('past_campaigns'), ...rowsOf('campaigns')].map(({ rates_since }) => rates_since);
  };
  const [added, renamed] = since(edited({ name: 'May' }));
  expect(renamed).toBe(added);
  for (const rates of [{ commissionPercent: 20 }, { taxPercent: 5 }]) {
    const [before, after] = since(edited(rates));
    expect(String(after) > String(before)).toBe(true);
  }
});

test('a deleted goal or campaign keeps its name for old sales', () => {
  const { rowsOf } = projected(
    catalogue,
    goalAdded,
    campaignAdded,
    { type: 'CampaignDeleted', data: { campaignId: 'spring', before: spring } },
    { type: 'GoalDeleted', data: { goalId: 'steady', before: steady } },
  );
  expect(rowsOf('campaigns')).toMatchObject([{ name: 'Spring', deleted: true }]);
  expect(rowsOf('goals')).toMatchObject([{ name: 'Steady', deleted: true }]);
  expect(rowsOf('past_campaigns')).toMatchObject([{ deleted: false, since: 2, until: 3 }]);
  expect(rowsOf('past_goals')).toMatchObject([{ deleted: false, since: 1, until: 4 }]);
});

test('an edit of an unknown goal or campaign is set aside', () => {
  const { aside } = projected(catalogue, {
    type: 'CampaignEdited',
    data: { campaignId: 'spring', before: spring, after: spring },
  });
  expect(aside).toHaveLength(1);
});

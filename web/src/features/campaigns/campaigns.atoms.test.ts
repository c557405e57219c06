import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';
import {
  addCampaign,
  type Campaign,
  editCampaign,
  getAllCampaigns,
} from '#contracts/endpoints/campaigns.endpoints.ts';
import { type Goal, getAllGoals } from '#contracts/endpoints/goals.endpoints.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { invalidateAfterWrites } from '../../api/cache/invalidate-after-writes.ts';
import { localeAtom } from '../../kit/locale.atoms.ts';
import { goalsQuery } from '../../kit/queries/goals.queries.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { createCampaignEdit, newCampaignForm } from './campaigns.atoms.ts';

const steady = { id: 'g1', name: 'Steady' } as Goal;
const quick = { id: 'g2', name: 'Quick' } as Goal;
const solar: Campaign = {
  campaign_id: 'c1',
  campaign_name: 'Solar',
  commission: 9.975,
  tax: 13,
  hourly_sales: 2,
  hourly_decisions: 5,
  goal_id: 'g1',
  goal_name: 'Steady',
  entry_date: '2026-03-02',
};

type Wish = { goals?: Goal[]; answer?: () => ReturnType<typeof replied>; locale?: string };

async function storeWith({ goals = [steady, quick], answer, locale = 'en-CA' }: Wish = {}) {
  const store = createStore();
  const campaigns = [solar];
  const done = () => replied({ message: '', requestedData: [solar] });
  const api = createFakeApi({
    [getAllGoals.path]: () => replied({ requestedData: [...goals] }),
    [getAllCampaigns.path]: () => replied({ requestedData: campaigns }),
    [addCampaign.path]: answer ?? done,
    [editCampaign.path]: answer ?? done,
  });
  store.set(apiAtom, api);
  invalidateAfterWrites(store);
  store.set(localeAtom, locale);
  await store.set(goalsQuery.loadAtom, null);
  const sent = () => api.sent.filter(({ path }) => path === addCampaign.path || path === editCampaign.path);
  return { store, campaigns, goals, sent };
}

const filled = { name: 'Heat', commission: '12', goalId: 'g2' };

describe('a new campaign', () => {
  test('is sent with exact percentages, then the form keeps only its goal', async () => {
    const { store, sent } = await storeWith();
    store.set(newCampaignForm.typeAtom, { ...filled, name: ' Heat ', commission: '9.975 %', tax: '' });
    expect(await store.set(newCampaignForm.submitAtom)).not.toBeNull();
    expect(sent()[0]?.body).toEqual({ name: 'Heat', commission: '9.975', tax: '0', goalId: 'g2' });
    expect(store.get(newCampaignForm.alertAtom)).toEqual({ isError: false, messages: [messages.saved] });
    expect(store.get(newCampaignForm.draftAtom)).toEqual({
      name: '',
      commission: '',
      tax: '0',
      goalId: 'g2',
    });
  });

  test('is read as the person writes numbers', async () => {
    const { store, sent } = await storeWith({ locale: 'fr-CA' });
    store.set(newCampaignForm.typeAtom, { ...filled, commission: '9,975', tax: '14,5' });
    await store.set(newCampaignForm.submitAtom);
    expect(sent()[0]?.body).toMatchObject({ commission: '9.975', tax: '14.5' });
  });

  test('starts with the only goal', async () => {
    const { store } = await storeWith({ goals: [quick] });
    expect(store.get(newCampaignForm.draftAtom).goalId).toBe('g2');
    const { store: another } = await storeWith();
    expect(another.get(newCampaignForm.draftAtom).goalId).toBe('');
  });

  test.each([
    ['a name', { name: '' }, ['name'], messages.incompleteFields],
    ['a commission', { commission: ' ' }, ['commission'], messages.incompleteFields],
    ['a goal', { goalId: '' }, ['goalId'], messages.incompleteFields],
    ['a goal that is still there', { goalId: 'gone' }, ['goalId'], messages.incompleteFields],
    ['a commission of at most 100', { commission: '100.1' }, ['commission'], messages.invalidPercent],
    ['a tax of 0 or more', { tax: '-1' }, ['tax'], messages.invalidPercent],
    ['numbers', { commission: 'x', tax: 'y' }, ['commission', 'tax'], messages.invalidPercent],
  ])('needs %s', async (_what, typed, fields, message) => {
    const { store, sent } = await storeWith();
    store.set(newCampaignForm.typeAtom, { ...filled, ...typed });
    expect(await store.set(newCampaignForm.submitAtom)).toBeNull();
    expect(store.get(newCampaignForm.refusedAtom)).toEqual(fields);
    expect(store.get(newCampaignForm.alertAtom)).toEqual({ isError: true, messages: [message] });
    expect(sent()).toEqual([]);
  });

  test.each<[MessageCode, readonly string[]]>([
    ['invalidText', ['name']],
    ['invalidPercent', ['commission', 'tax']],
    ['noSuchGoal', ['goalId']],
    ['goalNeededFirst', ['goalId']],
    ['conflict', []],
  ])('refused by the server with %s keeps the draft and marks %j', async (error, fields) => {
    const { store } = await storeWith({ answer: () => refused(409, error) });
    store.set(newCampaignForm.typeAtom, filled);
    expect(await store.set(newCampaignForm.submitAtom)).toBeNull();
    expect(store.get(newCampaignForm.refusedAtom)).toEqual(fields);
    expect(store.get(newCampaignForm.draftAtom)).toMatchObject(filled);
    expect(store.get(newCampaignForm.alertAtom).messages).toEqual([messages[error], messages.failedAdd]);
  });

  test('refused for its goal fetches the goals again', async () => {
    const { store, goals } = await storeWith({ answer: () => refused(404, 'noSuchGoal') });
    store.set(newCampaignForm.typeAtom, filled);
    goals.pop();
    await store.set(newCampaignForm.submitAtom);
    await expect.poll(() => store.get(goalsQuery.replyAtom)?.requestedData).toEqual([steady]);
  });
});

describe('an edit', () => {
  test('starts with the numbers in the locale of the person, and sends the changed fields', async () => {
    const { store, sent } = await storeWith({ locale: 'de-DE' });
    const edit = createCampaignEdit(solar);
    expect(store.get(edit.draftAtom)).toEqual({
      name: 'Solar',
      commission: '9,975',
      tax: '13',
      goalId: 'g1',
    });
    store.set(edit.typeAtom, { goalId: 'g2' });
    expect(await store.set(edit.submitAtom)).not.toBeNull();
    expect(sent()[0]?.params).toEqual({ id: 'c1' });
    expect(JSON.parse(JSON.stringify(sent()[0]?.body))).toEqual({ goalId: 'g2' });
    expect(store.get(edit.alertAtom)).toEqual({ isError: false, messages: [messages.updated] });
  });

  test.each([{ commission: 12 }, { tax: 5 }])(
    'of the rates %j says that recorded sales keep theirs',
    async (rates) => {
      const saved = { ...solar, ...rates };
      const { store } = await storeWith({ answer: () => replied({ message: '', requestedData: [saved] }) });
      const edit = createCampaignEdit(solar);
      store.set(edit.typeAtom, { commission: String(saved.commission), tax: String(saved.tax) });
      await store.set(edit.submitAtom);
      expect(store.get(edit.alertAtom)).toEqual({
        isError: false,
        messages: [messages.updated, messages.recordedSalesKeepRates],
      });
    },
  );

  test('shows what another person entered in the same field', async () => {
    const { store, campaigns, sent } = await storeWith();
    const edit = createCampaignEdit(solar);
    store.set(edit.typeAtom, { commission: '12', name: 'Solar roofs' });
    campaigns[0] = { ...solar, commission: 11, goal_id: 'g2' };
    expect(await store.set(edit.submitAtom)).toBeNull();
    expect(store.get(edit.conflictsAtom)).toEqual({ commission: '11' });
    expect(store.get(edit.draftAtom)).toEqual({
      name: 'Solar roofs',
      commission: '12',
      tax: '13',
      goalId: 'g2',
    });
    expect(sent()).toEqual([]);
  });

  test('of a deleted campaign says so', async () => {
    const { store, campaigns } = await storeWith();
    const edit = createCampaignEdit(solar);
    store.set(edit.typeAtom, { name: 'B' });
    campaigns.length = 0;
    await store.set(edit.submitAtom);
    expect(store.get(edit.alertAtom).messages).toEqual([messages.noSuchCampaign]);
  });

  test('refused for its goal, fetches the goals again and shows both messages', async () => {
    const { store, goals } = await storeWith({ answer: () => refused(404, 'noSuchGoal') });
    const edit = createCampaignEdit(solar);
    store.set(edit.typeAtom, { goalId: 'g2' });
    goals.pop();
    await store.set(edit.submitAtom);
    await expect.poll(() => store.get(goalsQuery.replyAtom)?.requestedData).toEqual([steady]);
    expect(store.get(edit.refusedAtom)).toEqual(['goalId']);
    expect(store.get(edit.alertAtom).messages).toEqual([messages.noSuchGoal, messages.failedEdit]);
  });
});

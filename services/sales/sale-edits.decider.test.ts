import { describe, expect, it } from 'vitest';
import type { SaleCommand } from './sale.decider.ts';
import {
  ada,
  bob,
  deleted,
  edit,
  facts,
  given,
  manager,
  recorded,
  saleAfter,
  saleId,
  terms,
} from './sale-rules.fixture.ts';

describe('editing a sale', () => {
  it('keeps what was not sent', () => {
    const after = { ...facts, priceCents: 10_000, commissionCents: 820 };
    given(recorded)
      .when(edit({ price: 100 }))
      .thenFollows({ type: 'SaleEdited', data: { saleId, before: facts, after } });
  });

  it('needs the status', () => {
    given(recorded)
      .when(edit({ status: undefined }))
      .thenRefused('statusRequired');
    given(recorded)
      .when(edit({ status: ' ' }))
      .thenRefused('statusRequired');
  });

  it('refuses an emptied name and empties what is optional', () => {
    given(recorded)
      .when(edit({ name: '' }))
      .thenRefused('incompleteFields');
    const sale = saleAfter(edit({ customerNumber: '', details: '', discount: '' }), recorded);
    expect(sale).toMatchObject({ customerNumber: '', details: '', discountPercent: 0 });
  });

  it('keeps the rates of the day it was recorded', () => {
    const raised = { ...terms, commissionPercent: 50 };
    const sale = saleAfter(
      edit({ price: 100 }, { moveTo: { campaignId: 'spring', terms: raised } }),
      recorded,
    );
    expect(sale).toMatchObject({ commissionPercent: 10, taxPercent: 13 });
  });

  it('moved to another campaign takes the rates of that one', () => {
    const autumn = { name: 'Autumn', commissionPercent: 20, taxPercent: 0 };
    const sale = saleAfter(edit({}, { moveTo: { campaignId: 'autumn', terms: autumn } }), recorded);
    expect(sale).toMatchObject({
      campaignId: 'autumn',
      commissionPercent: 20,
      taxPercent: 0,
      commissionCents: 22_810,
    });
  });

  it('cannot move to a campaign that does not exist', () => {
    given(recorded)
      .when(edit({}, { moveTo: { campaignId: 'gone', terms: undefined } }))
      .thenRefused('noSuchCampaign');
    given(recorded)
      .when(edit({}, { moveTo: { campaignId: '', terms: undefined } }))
      .thenRefused('incompleteFields');
  });

  it('stays possible when its own campaign is deleted', () => {
    const sale = saleAfter(
      edit({ status: 'None' }, { moveTo: { campaignId: 'spring', terms: undefined } }),
      recorded,
    );
    expect(sale.status).toBe('None');
  });

  it('that changes nothing is no event', () => {
    given(recorded).when(edit()).thenNothing();
  });

  it('is for the owner and for managers; for others it is not there', () => {
    given(recorded)
      .when(edit({}, { by: bob }))
      .thenRefused('noSuchSale');
    expect(saleAfter(edit({ status: 'Lead' }, { by: manager }), recorded).status).toBe('Lead');
  });

  it('refuses bad values without touching the sale', () => {
    given(recorded)
      .when(edit({ price: 'x' }))
      .thenRefused('invalidPrice');
    given(recorded)
      .when(edit({ discount: 101 }))
      .thenRefused('invalidPercent');
    given(recorded)
      .when(edit({ status: 'Won' }))
      .thenRefused('invalidStatus');
  });

  it('is not possible when there is none', () => {
    given().when(edit()).thenRefused('noSuchSale');
    given(recorded, deleted).when(edit()).thenRefused('noSuchSale');
  });
});

describe('deleting a sale', () => {
  const remove = (by = ada): SaleCommand => ({ type: 'DeleteSale', saleId, by });

  it('tells what it was', () => {
    given(recorded).when(remove()).thenFollows(deleted);
  });

  it('is for the owner and for managers; for others it is not there', () => {
    given(recorded).when(remove(bob)).thenRefused('noSuchSale');
    given(recorded).when(remove(manager)).thenFollows(deleted);
  });

  it('named with its date is only that of this date', () => {
    const dated = (entryDate: string) => ({ ...remove(), entryDate }) as SaleCommand;
    given(recorded).when(dated('2026-11-20')).thenFollows(deleted);
    given(recorded).when(dated('2026-11-19')).thenRefused('noSuchSale');
    for (const date of ['2026-02-30', '2026-2-3', 'today', ''])
      given(recorded).when(dated(date)).thenRefused('invalidDate');
  });

  it('happens once', () => {
    given(recorded, deleted).when(remove()).thenRefused('noSuchSale');
  });
});

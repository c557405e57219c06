import { describe, expect, it } from 'vitest';
import { SALE_STATUSES } from '#contracts/sale-status.ts';
import { stateAfter } from '#tests/support/given-when-then.ts';
import { type SaleCommand, saleDecider } from './sale.decider.ts';
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
  it('keeps fields that were not sent', () => {
    const after = { ...facts, priceCents: 10_000, commissionCents: 820 };
    given(recorded)
      .when(edit({ price: 100 }))
      .thenFollows({ type: 'SaleEdited', data: { saleId, before: facts, after } });
  });

  it('is over once the sale is deleted, which keeps it as it was', () => {
    expect(stateAfter(saleDecider, recorded, deleted)).toEqual({ kind: 'deleted', sale: facts });
    given(recorded, deleted).when(edit()).thenRejected('noSuchSale');
  });

  it('begins from the edit before', () => {
    const after = { ...facts, saleName: 'Fibre 1000' };
    const edited = { type: 'SaleEdited', data: { saleId, before: facts, after } } as const;
    given(recorded, edited).when(edit()).thenNothing();
    given(recorded, edited)
      .when(edit({ name: 'Fibre 500' }))
      .thenFollows({ type: 'SaleEdited', data: { saleId, before: after, after: facts } });
  });

  it('keeps a price that was given', { tags: ['decision-2.1'] }, () => {
    for (const price of ['', ' '])
      for (const status of ['Closed', 'Lead'])
        given(recorded).when(edit({ price, status })).thenRejected('incompleteFields');
  });

  it('closes a sale with a price only', { tags: ['decision-2.1'] }, () => {
    const lead = { ...facts, status: 'Lead', priceCents: 0, commissionCents: 0 } as const;
    const unpriced = { type: 'SaleRecorded', data: { saleId, sale: lead } } as const;
    for (const price of [undefined, ''])
      given(unpriced)
        .when(edit({ price, status: 'Closed' }))
        .thenRejected('incompleteFields');
    expect(saleAfter(edit({ price: '0', status: 'Closed' }), unpriced)).toMatchObject({ status: 'Closed' });
    expect(saleAfter(edit({ price: '5', status: 'Closed' }), unpriced)).toMatchObject({ priceCents: 500 });
    expect(saleAfter(edit({ price: '', status: 'Negotiating' }), unpriced)).toMatchObject({ priceCents: 0 });
    const free = { type: 'SaleRecorded', data: { saleId, sale: { ...lead, status: 'Closed' } } } as const;
    expect(saleAfter(edit({ name: 'Gift', status: 'Closed' }), free)).toMatchObject({ saleName: 'Gift' });
  });

  it('takes any status, which may follow any other', { tags: ['decision-2.4'] }, () => {
    for (const status of SALE_STATUSES) {
      const was = { type: 'SaleRecorded', data: { saleId, sale: { ...facts, status } } } as const;
      for (const next of SALE_STATUSES)
        expect(saleAfter(edit({ status: next, name: 'Next' }), was)).toMatchObject({ status: next });
    }
  });

  it('needs the status', { tags: ['decision-9.2'] }, () => {
    given(recorded)
      .when(edit({ status: undefined }))
      .thenRejected('statusRequired');
    given(recorded)
      .when(edit({ status: ' ' }))
      .thenRejected('statusRequired');
  });

  it('refuses an empty name and empties optional fields', { tags: ['decision-9.1'] }, () => {
    given(recorded)
      .when(edit({ name: '' }))
      .thenRejected('incompleteFields');
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

  it('takes the rates of the new campaign when the sale moves there', { tags: ['decision-1.11'] }, () => {
    const autumn = { name: 'Autumn', commissionPercent: 20, taxPercent: 0 };
    const sale = saleAfter(edit({}, { moveTo: { campaignId: 'autumn', terms: autumn } }), recorded);
    expect(sale).toMatchObject({
      campaignId: 'autumn',
      commissionPercent: 20,
      taxPercent: 0,
      commissionCents: 22_810,
    });
  });

  it('refuses an unknown campaign', () => {
    given(recorded)
      .when(edit({}, { moveTo: { campaignId: 'gone', terms: undefined } }))
      .thenRejected('noSuchCampaign');
    given(recorded)
      .when(edit({}, { moveTo: { campaignId: '', terms: undefined } }))
      .thenRejected('incompleteFields');
  });

  it("works when the sale's campaign is deleted", () => {
    const sale = saleAfter(
      edit({ status: 'None' }, { moveTo: { campaignId: 'spring', terms: undefined } }),
      recorded,
    );
    expect(sale.status).toBe('None');
  });

  it('without changes produces no event', () => {
    given(recorded).when(edit()).thenNothing();
  });

  it('is for the owner and for managers; for others the sale is not found', () => {
    given(recorded)
      .when(edit({}, { by: bob }))
      .thenRejected('noSuchSale');
    expect(saleAfter(edit({ status: 'Lead' }, { by: manager }), recorded).status).toBe('Lead');
  });

  it('refuses invalid values without changing the sale', () => {
    given(recorded)
      .when(edit({ price: 'x' }))
      .thenRejected('invalidPrice');
    given(recorded)
      .when(edit({ discount: 101 }))
      .thenRejected('invalidPercent');
    given(recorded)
      .when(edit({ status: 'Won' }))
      .thenRejected('invalidStatus');
  });

  it('refuses an unknown sale', () => {
    given().when(edit()).thenRejected('noSuchSale');
    given(recorded, deleted).when(edit()).thenRejected('noSuchSale');
  });
});

describe('deleting a sale', () => {
  const remove = (by = ada): SaleCommand => ({ type: 'DeleteSale', saleId, by });

  it('records the deleted sale', () => {
    given(recorded).when(remove()).thenFollows(deleted);
  });

  it('is for the owner and for managers; for others the sale is not found', () => {
    given(recorded).when(remove(bob)).thenRejected('noSuchSale');
    given(recorded).when(remove(manager)).thenFollows(deleted);
  });

  it('with a date deletes only a sale of that date', () => {
    const dated = (entryDate: string) => ({ ...remove(), entryDate }) as SaleCommand;
    given(recorded).when(dated('2026-11-20')).thenFollows(deleted);
    given(recorded).when(dated('2026-11-19')).thenRejected('noSuchSale');
    for (const date of ['2026-02-30', '2026-2-3', 'today', ''])
      given(recorded).when(dated(date)).thenRejected('invalidDate');
  });

  it('happens once', () => {
    given(recorded, deleted).when(remove()).thenRejected('noSuchSale');
  });
});

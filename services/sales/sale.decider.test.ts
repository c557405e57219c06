import { describe, expect, it } from 'vitest';
import type { SaleFacts } from '#contracts/events/sale.events.ts';
import { specify } from '#tests/support/given-when-then.ts';
import {
  type EditSale,
  type RecordSale,
  type SaleCommand,
  type SaleEvent,
  saleDecider,
} from './sale.decider.ts';
import type { SaleInput } from './sale-fields.ts';

const given = specify(saleDecider);
const saleId = 'sale-1';
const ada = { employeeId: 'ada', isManager: false };
const bob = { employeeId: 'bob', isManager: false };
const manager = { employeeId: 'mia', isManager: true };
const program = { employeeId: null, isManager: false };
const terms = { name: 'Spring', commissionPercent: 10, taxPercent: 13 };

const facts: SaleFacts = {
  employeeId: 'ada',
  campaignId: 'spring',
  entryDate: '2026-11-20',
  saleName: 'Fibre 500',
  customerNumber: 'C-7',
  details: 'asked for Tuesday',
  status: 'Closed',
  priceCents: 120_050,
  discountPercent: 5,
  taxPercent: 13,
  commissionPercent: 10,
  commissionCents: 9844,
};
const recorded: SaleEvent = { type: 'SaleRecorded', data: { saleId, sale: facts } };
const deleted: SaleEvent = { type: 'SaleDeleted', data: { saleId, before: facts } };

function record(input: SaleInput = {}, changes: Partial<RecordSale> = {}): RecordSale {
  const said = { name: 'Fibre 500', price: '$1200.50', discount: '5', customerNumber: 'C-7' };
  return {
    type: 'RecordSale',
    saleId,
    by: ada,
    employeeId: 'ada',
    employeeExists: true,
    campaignId: 'spring',
    terms,
    entryDate: '2026-11-20',
    input: { ...said, details: 'asked for Tuesday', status: 'Closed', ...input },
    ...changes,
  };
}

function edit(input: SaleInput = {}, changes: Partial<EditSale> = {}): EditSale {
  return { type: 'EditSale', saleId, by: ada, input: { status: 'Closed', ...input }, ...changes };
}

/** The sale as the command left it. */
function saleAfter(command: SaleCommand, ...events: SaleEvent[]): SaleFacts {
  const [fact] = given(...events)
    .when(command)
    .facts();
  if (fact?.type === 'SaleRecorded') return fact.data.sale;
  if (fact?.type === 'SaleEdited') return fact.data.after;
  throw new Error('no sale came of it');
}

describe('recording a sale', () => {
  it("takes over the campaign's rates and computes the commission", () => {
    given().when(record()).thenFollows(recorded);
  });

  it('counts what was not said as nothing', () => {
    const sale = saleAfter({ ...record(), input: { name: 'Fibre 500' } });
    expect(sale).toMatchObject({
      priceCents: 0,
      discountPercent: 0,
      customerNumber: '',
      details: '',
      status: 'Lead',
      commissionCents: 0,
    });
  });

  it('reads an empty status, price and discount as not said', () => {
    const sale = saleAfter(record({ status: '', price: '', discount: '' }));
    expect(sale).toMatchObject({ status: 'Lead', priceCents: 0, discountPercent: 0 });
  });

  it.each(['Lead', 'Negotiating', 'Closed', 'None'])('accepts the status %s', (status) => {
    expect(saleAfter(record({ status })).status).toBe(status);
  });

  it('refuses any other status', () => {
    for (const status of ['Won', 'closed', 'Closed!', 'constructor']) {
      given().when(record({ status })).thenRefused('invalidStatus');
    }
  });

  it('needs a name and a campaign', () => {
    given()
      .when(record({ name: '   ' }))
      .thenRefused('incompleteFields');
    given()
      .when(record({ name: undefined }))
      .thenRefused('incompleteFields');
    given()
      .when(record({}, { campaignId: '', terms: undefined }))
      .thenRefused('incompleteFields');
  });

  it('needs a campaign and an employee that exist in the company', () => {
    given()
      .when(record({}, { terms: undefined }))
      .thenRefused('noSuchCampaign');
    given()
      .when(record({}, { employeeExists: false }))
      .thenRefused('noSuchEmployee');
  });

  it('takes a price from 0 to a billion with at most two decimals', () => {
    expect(saleAfter(record({ price: '0' })).priceCents).toBe(0);
    expect(saleAfter(record({ price: 1_000_000_000 })).priceCents).toBe(100_000_000_000);
    for (const price of [-1, '1000000000.01', '1.234', 'abc', '1e5', Number.NaN, '$']) {
      given().when(record({ price })).thenRefused('invalidPrice');
    }
  });

  it('takes a discount from 0 to 100', () => {
    expect(saleAfter(record({ discount: 100 })).commissionCents).toBe(0);
    for (const discount of [-1, 100.5, 'half', '1e1']) {
      given().when(record({ discount })).thenRefused('invalidPercent');
    }
  });

  it('cuts details to 255 characters and refuses a longer name', () => {
    expect(saleAfter(record({ details: 'd'.repeat(300) })).details).toHaveLength(255);
    given()
      .when(record({ name: 'n'.repeat(256) }))
      .thenRefused('invalidText');
  });

  it('refuses characters that cannot be stored', () => {
    given()
      .when(record({ name: 'a\u0000' }))
      .thenRefused('invalidText');
    given()
      .when(record({ customerNumber: '\ud800' }))
      .thenRefused('invalidText');
    given()
      .when(record({ details: 'x\u0000y' }))
      .thenRefused('invalidText');
    expect(saleAfter(record({ details: 'two\nlines' })).details).toBe('two\nlines');
  });

  it('is for oneself, unless a manager or the program does it', () => {
    given()
      .when(record({}, { by: bob }))
      .thenRefused('restricted');
    expect(saleAfter(record({}, { by: manager })).employeeId).toBe('ada');
    expect(saleAfter(record({}, { by: program })).employeeId).toBe('ada');
  });

  it('needs a real date', () => {
    given()
      .when(record({}, { entryDate: '2026-02-30' }))
      .thenRefused('invalidDate');
  });

  it('happens once', () => {
    given(recorded).when(record()).thenRefused('conflict');
  });
});

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

  it('is for the owner and for managers', () => {
    given(recorded)
      .when(edit({}, { by: bob }))
      .thenRefused('restricted');
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

  it('is for the owner and for managers', () => {
    given(recorded).when(remove(bob)).thenRefused('restricted');
    given(recorded).when(remove(manager)).thenFollows(deleted);
  });

  it('happens once', () => {
    given(recorded, deleted).when(remove()).thenRefused('noSuchSale');
  });
});

import { describe, expect, it } from 'vitest';
import { bob, given, manager, program, record, recorded, saleAfter } from './sale-rules.fixture.ts';

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

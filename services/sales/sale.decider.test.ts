import { describe, expect, it } from 'vitest';
import { bob, deleted, given, manager, program, record, recorded, saleAfter } from './sale-rules.fixture.ts';

describe('recording a sale', () => {
  it("copies the campaign's rates and computes the commission", () => {
    given().when(record()).thenFollows(recorded);
  });

  it('treats missing fields as empty or 0', { tags: ['spec-5.7'] }, () => {
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

  it('treats an empty status, price and discount as missing', () => {
    const sale = saleAfter(record({ status: '', price: '', discount: '' }));
    expect(sale).toMatchObject({ status: 'Lead', priceCents: 0, discountPercent: 0 });
  });

  it('takes blanks for nothing', () => {
    const sale = saleAfter(record({ status: 'Lead', price: ' ', discount: '\t', details: ' asked twice ' }));
    expect(sale).toMatchObject({ priceCents: 0, discountPercent: 0, details: 'asked twice' });
  });

  it.each(['Lead', 'Negotiating', 'Closed', 'None'])(
    'accepts the status %s',
    { tags: ['spec-5.10', 'decision-2.3'] },
    (status) => {
      expect(saleAfter(record({ status })).status).toBe(status);
    },
  );

  it('refuses any other status', { tags: ['spec-5.10'] }, () => {
    for (const status of ['Won', 'closed', 'Closed!', 'constructor']) {
      given().when(record({ status })).thenRejected('invalidStatus');
    }
  });

  it('needs a price when it is Closed, which may be 0', { tags: ['asvs-2.2.3', 'decision-2.1'] }, () => {
    for (const price of [undefined, '', ' '])
      given()
        .when(record({ status: 'Closed', price }))
        .thenRejected('incompleteFields');
    expect(saleAfter(record({ status: 'Closed', price: '0' }))).toMatchObject({ priceCents: 0 });
    for (const status of ['Lead', 'Negotiating', 'None'])
      expect(saleAfter(record({ status, price: '' }))).toMatchObject({ priceCents: 0 });
  });

  it('needs a name and a campaign', () => {
    given()
      .when(record({ name: '   ' }))
      .thenRejected('incompleteFields');
    given()
      .when(record({ name: undefined }))
      .thenRejected('incompleteFields');
    given()
      .when(record({}, { campaignId: '', terms: undefined }))
      .thenRejected('incompleteFields');
  });

  it('needs a campaign and an employee that exist in the company', { tags: ['decision-1.9'] }, () => {
    given()
      .when(record({}, { terms: undefined }))
      .thenRejected('noSuchCampaign');
    given()
      .when(record({}, { employeeExists: false }))
      .thenRejected('noSuchEmployee');
  });

  it('takes a price from 0 to a billion with at most two decimals', {
    tags: ['asvs-1.4.2', 'decision-9.19'],
  }, () => {
    expect(saleAfter(record({ price: '0' })).priceCents).toBe(0);
    expect(saleAfter(record({ price: 1_000_000_000 })).priceCents).toBe(100_000_000_000);
    for (const price of [-1, '1000000000.01', '1.234', 'abc', '1e5', Number.NaN, '$']) {
      given().when(record({ price })).thenRejected('invalidPrice');
    }
  });

  it('takes a discount from 0 to 100', { tags: ['decision-9.18'] }, () => {
    expect(saleAfter(record({ discount: 100 })).commissionCents).toBe(0);
    for (const discount of [-1, 100.5, 'half', '1e1']) {
      given().when(record({ discount })).thenRejected('invalidPercent');
    }
  });

  it('cuts details to 255 characters and refuses a longer name', { tags: ['decision-2.8'] }, () => {
    expect(saleAfter(record({ details: 'd'.repeat(300) })).details).toHaveLength(255);
    given()
      .when(record({ name: 'n'.repeat(256) }))
      .thenRejected('invalidText');
  });

  it('refuses characters that cannot be stored', () => {
    given()
      .when(record({ name: 'a\u0000' }))
      .thenRejected('invalidText');
    given()
      .when(record({ customerNumber: '\ud800' }))
      .thenRejected('invalidText');
    given()
      .when(record({ details: 'x\u0000y' }))
      .thenRejected('invalidText');
    expect(saleAfter(record({ details: 'two\nlines' })).details).toBe('two\nlines');
  });

  it('is for the seller only, unless a manager or the program does it', () => {
    given()
      .when(record({}, { by: bob }))
      .thenRejected('restricted');
    expect(saleAfter(record({}, { by: manager })).employeeId).toBe('ada');
    expect(saleAfter(record({}, { by: program })).employeeId).toBe('ada');
  });

  it('needs a valid date', () => {
    given()
      .when(record({}, { entryDate: '2026-02-30' }))
      .thenRejected('invalidDate');
  });

  it('happens once', () => {
    given(recorded).when(record()).thenRejected('conflict');
    given(recorded, deleted).when(record()).thenRejected('conflict');
  });
});

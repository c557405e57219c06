import { describe, expect, it } from 'vitest';
import { normalizeName } from '#contracts/text.ts';
import { type Book, createRefusals, type PipelineFields, readPipelineRow } from './crm-rows.ts';
import { guessFromEmail, mailboxName, productKey, splitName } from './names.ts';

const book: Book = {
  latestDate: '2026-03-04',
  products: new Map([[productKey('GTX Pro'), 'GTX Pro']]),
  teams: {
    managers: new Map([[normalizeName('Mia Chef'), { key: normalizeName('Mia Chef'), name: 'Mia Chef' }]]),
    agents: new Map([
      [
        normalizeName('Ada Lovelace'),
        { key: normalizeName('Ada Lovelace'), name: 'Ada Lovelace', managerKey: normalizeName('Mia Chef') },
      ],
    ]),
  },
};

const fields: PipelineFields = {
  opportunity_id: 'Z063OYW0',
  sales_agent: 'Ada Lovelace',
  product: 'GTXPro',
  account: 'Isdom',
  deal_stage: 'Won',
  engage_date: '10/25/2016',
  close_date: '3/11/2017',
  close_value: '4514',
};
const read = (changes: Partial<PipelineFields> = {}) => readPipelineRow({ ...fields, ...changes }, book);

describe('a row of the pipeline', () => {
  it('is a sale of the closing date', () => {
    expect(read()).toEqual({
      id: 'Z063OYW0',
      personKey: 'ada lovelace',
      productKey: 'gtxpro',
      entryDate: '2017-03-11',
      name: 'GTX Pro for Isdom',
      customerNumber: 'Isdom',
      details: 'Opportunity Z063OYW0, engaged 2016-10-25',
      status: 'Closed',
      price: '4514',
    });
  });

  it.each([
    ['Won', 'Closed'],
    ['Engaging', 'Negotiating'],
    ['Prospecting', 'Lead'],
    ['Lost', 'None'],
  ])('%s is %s', { tags: ['decision-2.3'] }, (stage, status) => {
    expect(read({ deal_stage: stage })).toMatchObject({ status });
  });

  it.each(['12/31/1999', '0001-03-02', '2026-03-05'])('has no date such as %s', (date) => {
    expect(read({ close_date: date })).toBe(`close_date "${date}" is before the year 2000 or to come`);
    expect(read({ engage_date: date })).toBe(`engage_date "${date}" is before the year 2000 or to come`);
  });

  it('of an open deal needs no account, dates or value', () => {
    expect(read({ close_date: '' })).toMatchObject({ entryDate: '2016-10-25' });
    const bare = read({ account: '', engage_date: '', close_date: '', close_value: '' });
    expect(bare).toMatchObject({ entryDate: null, customerNumber: '', name: 'GTX Pro', price: '' });
  });

  it('accepts a manager as the seller', () => {
    expect(read({ sales_agent: ' mia  CHEF' })).toMatchObject({ personKey: 'mia chef' });
  });

  it.each<[Partial<PipelineFields>, string]>([
    [{ opportunity_id: '' }, 'opportunity_id is missing'],
    [{ opportunity_id: 'x'.repeat(65) }, 'opportunity_id is not an id'],
    [{ sales_agent: 'Nobody' }, 'nobody is called "Nobody"'],
    [{ product: 'GTX Max' }, 'there is no product "GTX Max"'],
    [{ deal_stage: 'Closed' }, 'deal_stage "Closed" is none of Won, Engaging, Prospecting, Lost'],
    [{ close_date: '2/30/2017' }, 'close_date "2/30/2017" is no date'],
    [{ close_date: '13/1/2017' }, 'close_date "13/1/2017" is no date'],
    [{ engage_date: 'soon' }, 'engage_date "soon" is no date'],
    [{ close_value: '-5' }, 'close_value "-5" is no price'],
    [{ close_value: '1.234' }, 'close_value "1.234" is no price'],
  ])('with %j is refused with the reason', (changes, reason) => {
    expect(read(changes)).toContain(reason);
  });
});

describe('names', () => {
  it('of a product are equal with any spacing', () => {
    expect(productKey('GTXPro')).toBe(productKey(' GTX  Pro '));
  });

  it('of a person have a first and a last part', () => {
    expect(splitName('Ana Maria Lopez')).toEqual({ firstName: 'Ana Maria', lastName: 'Lopez' });
    expect(splitName('Cher')).toEqual({ firstName: 'Cher', lastName: 'Cher' });
  });

  it('become the part of an email before the @', () => {
    expect(mailboxName('Zoë van Dyk', 'x')).toBe('zoe.van.dyk');
    expect(mailboxName("Mei-Mei O'Hara", 'x')).toBe('mei-mei.o.hara');
    expect(mailboxName('李雷', 'agent.1')).toBe('agent.1');
  });

  it('of a company and its administrator are guessed from the email', { tags: ['decision-9.38'] }, () => {
    expect(guessFromEmail('jane.doe@acme-corp.co')).toEqual({
      firstName: 'Jane',
      lastName: 'Doe',
      company: 'Acme Corp',
    });
    expect(guessFromEmail('owner@acme.test')).toMatchObject({
      firstName: 'Owner',
      lastName: 'Administrator',
    });
  });
});

describe('refused rows', () => {
  it('are counted by the kind of their reasons, and the first ones are kept', () => {
    const refused = createRefusals();
    for (let line = 2; line < 100_002; line++) {
      const reason =
        line % 4 === 0 ? `there is no product "P ${line}"` : `close_value "${line}x" is no price`;
      refused.add({ file: 'p.csv', line, reason });
    }
    for (let line = 0; line < 100; line++) refused.add({ file: 'p.csv', line, reason: 'r'.repeat(line) });
    expect(refused.count()).toBe(100_100);
    expect(refused.first()).toHaveLength(50);
    expect(refused.kinds().slice(0, 2)).toEqual([
      ['close_value … is no price', 75_000],
      ['there is no product …', 25_000],
    ]);
    expect(refused.kinds().length).toBeLessThanOrEqual(21);
  });
});

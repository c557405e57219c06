import { describe, expect, it } from 'vitest';
import type { SalesPlan } from '#contracts/endpoints/imports.endpoints.ts';
import { rejected } from '#contracts/result.ts';
import { type Company, isRefused, survey } from './file-rows.ts';
import { guessSales, readSales } from './sales-file.ts';

const ada = { id: 'e1', name: 'Ada Lovelace' };
const company: Company = {
  employees: new Map([
    ['ada@x.test', ada],
    ['1101', ada],
    ['ada lovelace', ada],
    ['bob martin', null],
  ]),
  campaigns: new Map([['fibre', { id: 'c1', name: 'Fibre' }]]),
};

const LATEST = '2026-03-04';
const HEADER = 'date,employee,campaign,price,status,discount,customer,details';
const planOf = async (text: string): Promise<SalesPlan> => {
  const found = await survey(text, 1000);
  if (!found.ok) throw new Error(found.code);
  return guessSales(found.value);
};

/** The rows of a file by the guessed plan: price and date, or column and reason. */
async function read(text: string, changes: Partial<SalesPlan> = {}): Promise<string[]> {
  const rows: string[] = [];
  for await (const row of readSales(text, { ...(await planOf(text)), ...changes }, company, LATEST))
    rows.push(isRefused(row) ? `${row.column}: ${row.reason}` : `${row.date} ${row.price} ${row.status}`);
  return rows;
}

describe('the plan of a file', () => {
  it.each([
    ['commas and ISO dates', 'date,employee\n2026-03-02,1', 'yyyy-mm-dd'],
    ['semicolons and days first', 'date;employee\n31/03/2026;1', 'dd/mm/yyyy'],
    ['tabs and months first', 'date\temployee\n03/31/2026\t1', 'mm/dd/yyyy'],
    ['points in dates', 'date,employee\n01.02.2026,1', 'dd/mm/yyyy'],
  ])('is guessed from %s', async (_what, text, dates) => {
    expect(await planOf(text)).toMatchObject({ dates, columns: { date: 0, employee: 1, campaign: null } });
  });

  it('knows the names that other programs give the columns', async () => {
    const plan = await planOf(
      'Deal_Stage,Close Value,Sales_Agent,Product,Close_Date\nx,"1.234,50",y,z,2026-01-01',
    );
    expect(plan.columns).toMatchObject({ status: 0, price: 1, employee: 2, campaign: 3, date: 4 });
    expect(plan.decimals).toBe(',');
  });

  it('does not exist for a file without rows', async () => {
    expect(await survey('', 10)).toEqual(rejected('emptyFile'));
    expect(await survey('date,employee\n\n', 10)).toEqual(rejected('emptyFile'));
  });
});

describe('a row of sales', () => {
  it('names its employee by email, number or full name, in any case', async () => {
    const rows = ['ADA@x.test', '1101', ' ada  LOVELACE '].map((name) => `2026-03-02,${name},FIBRE,10,,,,`);
    expect(await read([HEADER, ...rows].join('\n'))).toEqual(Array(3).fill('2026-03-02 10 Closed'));
  });

  it.each([
    ['1234.5', '.', '1234.5'],
    ['"$1,234.50"', '.', '1234.50'],
    ['"1.234,50 €"', ',', '1234.50'],
    ['"1 234,50"', ',', '1234.50'],
    ["1'234.50", '.', '1234.50'],
  ] as const)(
    'has the price %s, with "%s" before the cents, as %s dollars',
    async (text, decimals, dollars) => {
      expect(await read(`${HEADER}\n2026-03-02,1101,Fibre,${text},,,,`, { decimals })).toEqual([
        `2026-03-02 ${dollars} Closed`,
      ]);
    },
  );

  it.each([
    [',1101,Fibre,1,,,,', 'date: is empty'],
    ['2026-02-30,1101,Fibre,1,,,,', 'date: "2026-02-30" is no date like yyyy-mm-dd'],
    ['1999-12-31,1101,Fibre,1,,,,', 'date: "1999-12-31" is before the year 2000'],
    ['0001-03-02,1101,Fibre,1,,,,', 'date: "0001-03-02" is before the year 2000'],
    ['2026-03-05,1101,Fibre,1,,,,', 'date: "2026-03-05" is a date to come'],
    ['2026-03-02,Bob Martin,Fibre,1,,,,', 'employee: two people are called "Bob Martin"'],
    ['2026-03-02,Zoe,Fibre,1,,,,', 'employee: nobody is called "Zoe"'],
    ['2026-03-02,1101,Mobile,1,,,,', 'campaign: there is no campaign "Mobile"'],
    ['2026-03-02,1101,Fibre,"1,5",,,,', 'price: "1,5" is no price from 0 to 1,000,000,000'],
    ['2026-03-02,1101,Fibre,-1,,,,', 'price: "-1" is no price from 0 to 1,000,000,000'],
    ['2026-03-02,1101,Fibre,,closed,,,', 'price: is empty, and a Closed sale needs one'],
    ['2026-03-02,1101,Fibre,1,Won,,,', 'status: "Won" is none of Lead, Negotiating, Closed, None'],
    ['2026-03-02,1101,Fibre,1,,101,,', 'discount: "101" is no percentage from 0 to 100'],
    ['2026-03-02,1101,Fibre', ': has 3 fields, the first line has 8'],
  ])('%s is refused with column and reason', async (row, reason) => {
    expect(await read(`${HEADER}\n2026-03-02,1101,Fibre,1,,,,\n${row}`, { decimals: '.' })).toEqual([
      '2026-03-02 1 Closed',
      reason,
    ]);
  });

  it('has the same key in every file, and another one than its equals', async () => {
    const row = '2026-03-02,1101,Fibre,10,,,,';
    const keys = async (text: string) => {
      const found: string[] = [];
      for await (const each of readSales(text, await planOf(text), company, LATEST))
        if (!isRefused(each)) found.push(each.key);
      return found;
    };
    const [first, second] = await keys(`${HEADER}\n${row}\n${row}`);
    expect(first).not.toBe(second);
    expect(await keys(`\uFEFF${HEADER}\r\n2026-03-01,1101,Fibre,10,,,,\r\n${row}\r\n`)).toContain(first);
  });
});

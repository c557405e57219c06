import { truncateSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdUp } from '#tests/support/servers/hold-up.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { startTestProgram } from '#tests/support/servers/test-program.ts';
import { type Book, startImport, writeBook } from './import-process.ts';

/** More than twice as many as are on their way at once. */
const SALES = 1000;
/** Sales recorded when the import is killed. */
const MIDDLE = 500;

describe('npm run import', () => {
  let database: TestDatabase;
  const books: Book[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    for (const book of books) book.remove();
    await database.drop();
  });

  const bookOf = (...pipeline: string[]): Book => {
    const book = writeBook(pipeline);
    books.push(book);
    return book;
  };
  const run = (book: Book, company: string) => startImport(database.url, book, company).ended;

  const countOf = async (type: string, email: string) => {
    const { rows } = await database.pool.query<{ count: number }>(
      `SELECT count(*) FROM events
        WHERE type = $1 AND metadata->>'companyId' = (SELECT company_id::text FROM emails WHERE email = $2)`,
      [type, email],
    );
    return rows[0]?.count;
  };

  /** The import runs in this zone. */
  const utcDate = () => new Date().toISOString().slice(0, 10);

  const entryDateOf = async (opportunity: string) => {
    const { rows } = await database.pool.query<{ date: string }>(
      `SELECT data->'sale'->>'entryDate' AS date FROM events
        WHERE type = 'SaleRecorded' AND data->'sale'->>'details' LIKE 'Opportunity ' || $1 || '%'`,
      [opportunity],
    );
    return rows[0]?.date;
  };

  const campaignsOf = async (email: string) => {
    const { rows } = await database.pool.query<{ person: string; campaign: string }>(
      `SELECT concat_ws(' ', e.first_name, e.last_name) AS person, c.name AS campaign
         FROM read.employees e JOIN read.campaigns c USING (company_id, campaign_id)
        WHERE e.company_id = (SELECT company_id FROM emails WHERE email = $1) AND e.email <> $1`,
      [email],
    );
    return Object.fromEntries(rows.map(({ person, campaign }) => [person, campaign]));
  };

  it('imports good rows and refuses malformed ones with line and reason', {
    tags: ['decision-9.37', 'decision-9.38', 'decision-9.40', 'decision-9.41', 'decision-9.43'],
  }, async () => {
    const dates = [utcDate()];
    const book = bookOf(
      'A10,Bob Martin,MG Special,Acme\u0000,Lost,,,0',
      'A1,Ada Lovelace,GTXPro,Acme,Won,1/5/2017,3/1/2017,1054',
      'A2,Nobody Known,GTXPro,Acme,Won,1/5/2017,3/1/2017,10',
      'A3,Ada Lovelace,GTX Max,Acme,Won,1/5/2017,3/1/2017,10',
      'A4,Ada Lovelace,GTXPro,Acme,Perhaps,1/5/2017,3/1/2017,10',
      'A5,Ada Lovelace,GTXPro,Acme,Won,1/5/2017,2/30/2017,10',
      'A6,Ada Lovelace,GTXPro,Acme,Won,1/5/2017,3/1/2017,-10',
      'A7,Ada Lovelace,GTXPro,"Acme,Won,1/5/2017,3/1/2017,10',
      'A8,Bob Martin,MG Special,,Prospecting,,,',
      'A9,Bob Martin,MG Special',
      ',Bob Martin,MG Special,,Lost,,,',
      'A1,Bob Martin,MG Special,,Lost,,,',
      'A11,Mia Chef,MG Special,Acme,Lost,1/5/2017,3/1/2017,0',
      'A12,Ada Lovelace,MG Special,,Lost,,,',
      'A13,Ada Lovelace,GTXPro,,Lost,,,',
    );
    const { code, output } = await run(book, 'owner@small.test');
    expect(output).toContain('first password: ');
    expect(output).toContain('Rows 15: 5 accepted, 0 already there, 10 refused');
    expect(output).toContain('Closed 1 worth $1054.00, commission $105.40');
    const reasons = [
      'line 2: A text holds characters that cannot be stored',
      'line 4: nobody is called "Nobody Known"',
      'line 5: there is no product "GTX Max"',
      'line 6: deal_stage "Perhaps" is none of Won, Engaging, Prospecting, Lost',
      'line 7: close_date "2/30/2017" is no date',
      'line 8: close_value "-10" is no price',
      'line 9: a quotation mark is not closed',
      'line 11: has 3 fields, the first line has 8',
      'line 12: opportunity_id is missing',
      'line 13: opportunity A1 is on line 3 already',
    ];
    for (const reason of reasons) expect(output).toContain(reason);
    const places = reasons.map((reason) => output.indexOf(reason));
    expect(places, 'in the order of the lines').toEqual(places.toSorted((a, b) => a - b));
    expect(code).toBe(2);
    expect(await countOf('SaleRecorded', 'owner@small.test')).toBe(5);
    expect(await countOf('ShiftStarted', 'owner@small.test')).toBe(0);
    // A row without any date, perhaps over midnight.
    dates.push(utcDate());
    expect(dates).toContain(await entryDateOf('A8'));
    expect(
      await campaignsOf('owner@small.test'),
      'the product of most of their own or the deals of their team',
    ).toEqual({
      'Ada Lovelace': 'GTX Pro',
      'Bob Martin': 'MG Special',
      'Mia Chef': 'MG Special',
    });
  });

  it('works beside a running program, whose people read the sales at once', {
    tags: ['decision-9.37'],
  }, async () => {
    const program = await startTestProgram();
    try {
      const { owner } = await program.seedCompany();
      const boss = await program.signIn(owner.email);
      const rows = async (path: string) => (await boss.get(`/api${path}`)).body.requestedData;
      const book = bookOf('R1,Ada Lovelace,GTXPro,Acme,Won,1/5/2017,3/1/2017,1054');
      const { code, output } = await startImport(program.databaseUrl, book, owner.email).ended;
      expect(output).not.toContain('first password: ');
      expect(code).toBe(0);
      const named = ({ last_name }: { last_name: string }) => last_name === 'Lovelace';
      const ada = async () => (await rows('/employees/getemployees/all')).find(named);
      await expect.poll(ada).toBeDefined();
      const sales = async () => rows(`/sales/getsales/all?employeeId=${(await ada()).id}`);
      await expect.poll(sales).toMatchObject([{ price: '$1054.00', entry_date: '2017-03-01' }]);
    } finally {
      await program.stop();
    }
  });

  it('killed in the middle is completed by the next run, without duplicates', {
    tags: ['decision-9.42', 'decision-9.43'],
  }, async () => {
    const rows = Array.from({ length: SALES }, (_, at) => {
      const agent = at % 2 ? 'Ada Lovelace' : 'Bob Martin';
      return `K${at},${agent},GTX Pro,Account ${at % 50},Won,1/5/2017,3/1/2017,${at}`;
    });
    const book = bookOf(...rows);
    const write = await holdUp(database.pool, {
      table: 'events',
      event: 'INSERT',
      condition: `new.type = 'SaleRecorded' AND new.data->'sale'->>'priceCents' = '${MIDDLE}00'`,
    });
    const first = startImport(database.url, book, 'owner@killed.test');
    await write.reached();
    first.kill();
    await first.ended;
    await write.outlived();
    const left = (await countOf('SaleRecorded', 'owner@killed.test')) ?? 0;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(SALES);

    const { code, output } = await run(book, 'owner@killed.test');
    expect(output).toContain(`Rows ${SALES}: ${SALES - left} accepted, ${left} already there, 0 refused`);
    expect(output).toContain('Closed 1000 worth $499500.00');
    expect(code).toBe(0);
    expect(await countOf('SaleRecorded', 'owner@killed.test')).toBe(SALES);
    expect(await countOf('EmployeeAdded', 'owner@killed.test')).toBe(4);
    expect(await countOf('SubscriptionStarted', 'owner@killed.test')).toBe(1);
  });

  it('with nothing to import writes nothing and gives the reason in one line', {
    tags: ['decision-9.43'],
  }, async () => {
    const book = bookOf('B1,Nobody Known,GTXPro,Acme,Won,1/5/2017,3/1/2017,1');
    const wrong = [
      [book, 'No row of .*pipeline.csv can be imported. The first problem is in .* line 2: nobody is called'],
      [{ ...book, teams: '/nowhere/teams.csv' }, '/nowhere/teams.csv cannot be read: there is no such file'],
      [{ ...book, pipeline: book.teams }, 'teams.csv lacks the column opportunity_id'],
    ] as const;
    const refused = wrong.map(async ([files, problem]) => {
      const { code, output } = await startImport(database.url, files, 'owner@none.test').ended;
      expect(output.trim()).toMatch(new RegExp(problem));
      expect(output.trim().split('\n')).toHaveLength(1);
      expect(code).toBe(1);
    });
    await Promise.all(refused);
    const { rows } = await database.pool.query("SELECT 1 FROM emails WHERE email = 'owner@none.test'");
    expect(rows).toHaveLength(0);
  });

  it('summarises the reasons of many refused rows', async () => {
    const bad = Array.from({ length: 600 }, (_, at) => `S${at},Nobody ${at},GTXPro,Acme,Won,1/5/2017,,1`);
    const book = bookOf('S-good,Ada Lovelace,GTXPro,Acme,Won,1/5/2017,3/1/2017,7', ...bad);
    const { code, output } = await run(book, 'owner@many.test');
    expect(output).toContain('Rows 601: 1 accepted, 0 already there, 600 refused');
    expect(output).toContain('All 600 refused rows:\n  600 × nobody is called …');
    expect(output.trim().split('\n').length).toBeLessThan(70);
    expect(code).toBe(2);
  });

  it('takes no file that is no CSV file, or too large, and writes nothing', async () => {
    const book = bookOf();
    const archive = `${book.pipeline}.zip`;
    writeFileSync(archive, Buffer.from('504b030414000600080000002100', 'hex'));
    const large = `${book.pipeline}.large`;
    writeFileSync(large, '');
    truncateSync(large, 10 * 1024 ** 3);
    for (const [pipeline, problem] of [
      [archive, 'it is not a CSV file in UTF-8'],
      [large, 'is larger than 200 MB'],
    ] as const) {
      const { code, output } = await run({ ...book, pipeline }, 'owner@nofile.test');
      expect(output).toContain(problem);
      expect([code, output.trim().split('\n').length]).toEqual([1, 1]);
    }
    const { rows } = await database.pool.query("SELECT 1 FROM emails WHERE email = 'owner@nofile.test'");
    expect(rows).toHaveLength(0);
  });
});

import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ReadModels } from '../read-models.ts';
import { timeTravel } from './time-travel.plugin.ts';

let position: number | undefined;
const db = new Kysely<ReadModels>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [timeTravel(() => position)],
});

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

function as(at: number | undefined, query: { compile(): { sql: string; parameters: readonly unknown[] } }) {
  position = at;
  const compiled = query.compile();
  return { sql: oneLine(compiled.sql), parameters: compiled.parameters };
}

describe('a query on read models', () => {
  const goals = db.selectFrom('read.goals').select('name').where('read.goals.deleted', '=', false);

  it('reads the tables themselves where the present is asked', () => {
    expect(as(undefined, goals).sql).toBe(
      'select "name" from "read"."goals" where "read"."goals"."deleted" = $1',
    );
  });

  it('reads the former rows under the alias of the table', () => {
    const { sql: text, parameters } = as(7, goals);
    expect(text).toMatch(
      /^select "name" from \( SELECT .+ FROM "read"."goals" WHERE since <= \$1 UNION ALL /,
    );
    expect(text).toMatch(
      /"read"."past_goals" WHERE since <= \$2 AND until > \$3\) as "goals" where "goals"."deleted" =/,
    );
    expect(parameters).toEqual([7, 7, 7, false]);
  });

  it('includes joined tables, with their aliases', () => {
    const joined = db
      .selectFrom('read.sales as s')
      .leftJoin('read.campaigns as c', 'c.campaign_id', 's.campaign_id')
      .innerJoin('read.employees', 'read.employees.employee_id', 's.employee_id')
      .select(['s.sale_name', 'c.name']);
    const { sql: text } = as(7, joined);
    expect(text).toContain('"read"."past_campaigns" WHERE since <= $5 AND until > $6) as "c" on');
    expect(text).toContain(') as "employees" on "employees"."employee_id" = "s"."employee_id"');
  });
});

describe('a query of the past is refused for', () => {
  it('a table that keeps no past', () => {
    const account = db.selectFrom('read.company_account').selectAll();
    expect(() => as(7, account)).toThrow('no past of read.company_account');
  });

  it('a table named in raw SQL', () => {
    const raw = db
      .selectFrom('read.goals')
      .select(sql<number>`(SELECT count(*) FROM read.sales)`.as('sales'));
    expect(() => as(7, raw)).toThrow('has no past');
  });

  it('a write', () => {
    expect(() => as(7, db.deleteFrom('read.goals').where('goal_id', '=', 'x'))).toThrow('only questions');
  });
});

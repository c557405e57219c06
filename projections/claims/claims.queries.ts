import { type Kysely, sql } from 'kysely';
import { canExist } from '../queries/query-input.ts';
import type { ReadModels } from '../read-models.ts';

export type KnownClaim = ReadModels['read.claims'] & {
  /** What its line is due now, integer cents; null without a line. */
  readonly now_cents: number | null;
};

/** The line of a person that a claim is about: of a sale, or one that a manager added. */
export type ClaimedLine = { readonly saleId: string | null; readonly lineId: string | null };

/** A reply has at most so many claims. */
const MOST = 200;

export type ClaimsQueries = ReturnType<typeof createClaimsQueries>;

/** Claims, and the facts of pay that they are about. */
export function createClaimsQueries(db: Kysely<ReadModels>) {
  return {
    /** Those of the company or of a person: open ones first, then the newest first; at most 200. */
    async claimsOf(companyId: string, employeeId: string | null): Promise<KnownClaim[]> {
      if (!canExist(companyId, employeeId ?? '')) return [];
      let query = db
        .selectFrom('read.claims as c')
        .leftJoin('read.pay_sales as s', (on) =>
          on
            .onRef('s.company_id', '=', 'c.company_id')
            .onRef('s.sale_id', '=', 'c.sale_id')
            .onRef('s.employee_id', '=', 'c.employee_id'),
        )
        .leftJoin('read.pay_extras as x', (on) =>
          on.onRef('x.company_id', '=', 'c.company_id').onRef('x.line_id', '=', 'c.line_id'),
        )
        .leftJoin('read.pay_extras as u', (on) =>
          on
            .onRef('u.company_id', '=', 'c.company_id')
            .onRef('u.employee_id', '=', 'c.employee_id')
            .onRef('u.undoes', '=', 'c.line_id'),
        )
        .selectAll('c')
        .select(sql<number | null>`coalesce(s.due_cents, x.cents + coalesce(u.cents, 0))`.as('now_cents'))
        .where('c.company_id', '=', companyId);
      if (employeeId !== null) query = query.where('c.employee_id', '=', employeeId);
      return query
        .orderBy('c.is_open', 'desc')
        .orderBy('c.opened_at', 'desc')
        .orderBy('c.claim_id')
        .limit(MOST)
        .execute();
    },

    /**
     * Where the latest event of each claim is that was opened or answered since then, of all companies; also of each that
     * is open again, whenever that was.
     */
    async claimNews(since: string) {
      const rows = await db
        .selectFrom('read.claims as c')
        .select(['c.company_id', 'c.since as position'])
        .where((row) =>
          row.or([
            row('c.opened_at', '>=', since),
            row('c.answered_at', '>=', since),
            row.and([row('c.is_open', '=', sql.lit(true)), row('c.answered_at', 'is not', null)]),
          ]),
        )
        .orderBy('c.since')
        .execute();
      return rows;
    },

    /** How many claims are open in the company, or of a person. */
    async openClaims(companyId: string, employeeId: string | null): Promise<number> {
      if (!canExist(companyId, employeeId ?? '')) return 0;
      let query = db
        .selectFrom('read.claims as c')
        .select(sql<number>`count(*)::integer`.as('count'))
        .where('c.company_id', '=', companyId)
        .where('c.is_open', '=', sql.lit(true));
      if (employeeId !== null) query = query.where('c.employee_id', '=', employeeId);
      return (await query.executeTakeFirst())?.count ?? 0;
    },

    /** What a line of this person is due, integer cents; null when the person has no such line. */
    async dueOfLine(
      companyId: string,
      employeeId: string,
      { saleId, lineId }: ClaimedLine,
    ): Promise<number | null> {
      if (!canExist(companyId, employeeId, saleId ?? '', lineId ?? '')) return null;
      if (saleId !== null) {
        const sale = await db
          .selectFrom('read.pay_sales as s')
          .select('s.due_cents')
          .where('s.company_id', '=', companyId)
          .where('s.sale_id', '=', saleId)
          .where('s.employee_id', '=', employeeId)
          .executeTakeFirst();
        return sale?.due_cents ?? null;
      }
      const line = await db
        .selectFrom('read.pay_extras as x')
        .select('x.cents')
        .where('x.company_id', '=', companyId)
        .where('x.line_id', '=', lineId ?? '')
        .where('x.employee_id', '=', employeeId)
        .executeTakeFirst();
      return line?.cents ?? null;
    },

    /** The sales of a person with this entry date that were last changed behind a position. */
    async salesChangedBehind(
      companyId: string,
      { employeeId, date, pinned }: { employeeId: string; date: string; pinned: number },
      most: number,
    ): Promise<string[]> {
      const rows = await db
        .selectFrom('read.sales as s')
        .select('s.sale_id')
        .where('s.company_id', '=', companyId)
        .where('s.employee_id', '=', employeeId)
        .where('s.entry_date', '=', date)
        .where('s.since', '>', pinned)
        .orderBy('s.since', 'desc')
        .limit(most)
        .execute();
      return rows.map(({ sale_id }) => sale_id);
    },
  };
}

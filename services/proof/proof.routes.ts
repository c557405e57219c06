import {
  exportCompany,
  exportStatement,
  findHeldLink,
  getProof,
  getSeals,
  getSealTree,
  type ProofHead,
  startVerification,
} from '#contracts/endpoints/proof.endpoints.ts';
import type { ExportHeader } from '#contracts/proof/export-lines.ts';
import type { ChainHead } from '#contracts/proof/verdict.ts';
import { rejected } from '#contracts/result.ts';
import { createAccessRights } from '#platform/access/access-rights.ts';
import type { Clock } from '#platform/clock.ts';
import { type Answer, type AnswerFile, answer, type Route } from '#platform/http/call.ts';
import { answerPage } from '#platform/http/paging.ts';
import { eachWithinCompany } from '#platform/scope.ts';
import type { Queries } from '#projections/all.queries.ts';
import { companyName, type ExportDeps, type ExportNameQueries, employeeName, exported } from './export.ts';
import type { Proof } from './seal/proof.ts';
import type { SealKeys } from './seal/seal-keys.ts';
import type { SealTree } from './seal-tree.postgres.ts';
import type { Seals } from './seals.postgres.ts';
import type { Verifications } from './verifications.ts';

export type ProofQueries = Pick<Queries, 'lastEventUpTo' | 'associatesAmong'> & ExportNameQueries;

export type ProofRoutesDeps = {
  readonly proof: Pick<Proof, 'headOf' | 'sealedEvents'>;
  readonly verifications: Pick<Verifications, 'start' | 'newest'>;
  readonly seals: Seals;
  readonly tree: Pick<SealTree, 'root' | 'growth' | 'sealOf'>;
  readonly keys: Pick<SealKeys, 'own' | 'current' | 'isRequired' | 'isSigned'>;
  readonly verifier: ExportDeps['verifier'];
  readonly queries: ProofQueries;
  readonly clock: Clock;
};

/** The chain of a company for its managers, and files that prove themselves. */
export function proofRoutes(route: Route, deps: ProofRoutesDeps): void {
  const { proof, verifications, seals, tree, keys, verifier, queries, clock } = deps;
  const rights = createAccessRights(queries);

  async function timed(companyId: string, head: ChainHead | null): Promise<ProofHead | null> {
    if (!head) return null;
    const last = await queries.lastEventUpTo(companyId, head.position);
    return { ...head, at: last?.at ?? null };
  }

  async function file(
    header: ExportHeader,
    name: string,
    seenBy?: ExportDeps['seenBy'],
  ): Promise<Answer<AsyncIterable<string>>> {
    // Read before the reply begins: afterwards an error status is impossible.
    const script = await verifier().catch(() => null);
    if (!script) return rejected('unavailable');
    const page = exported(
      { proof, seals, keys, verifier: async () => script, ...(seenBy && { seenBy }) },
      header,
    );
    const reply = eachWithinCompany(header.companyId, page);
    return { ok: true, reply, file: pageNamed(name, header.madeAt) };
  }

  route(getProof, async ({ caller: { companyId } }) => {
    const [head, verification] = await Promise.all([
      proof.headOf(companyId),
      verifications.newest(companyId),
    ]);
    const signatures = keys.isRequired() ? 'required' : 'made';
    return answer({ head: await timed(companyId, head), verification, key: keys.own, signatures });
  });

  route(findHeldLink, async ({ caller: { companyId }, params: { link } }) =>
    answer({ found: await timed(companyId, await seals.holding(companyId, link)) }),
  );

  route(startVerification, async ({ caller: { companyId } }) =>
    answer({ verification: await verifications.start(companyId) }),
  );

  route(getSeals, ({ caller: { companyId }, query }) =>
    answerPage(query, ['date'], (wish) => seals.page(companyId, wish)),
  );

  route(getSealTree, async ({ caller: { companyId }, query }) => {
    const root = await tree.root();
    if (root === null) return answer({ root: null, growth: null, seal: null });
    const former = query.size === undefined ? root.size : Number(query.size);
    const [growth, seal] = await Promise.all([
      tree.growth(former, root.size),
      tree.sealOf(companyId, Math.min(former, root.size)),
    ]);
    return answer({ root, growth, seal });
  });

  route(exportCompany, async ({ caller }) => {
    const { companyId } = caller;
    const company = await companyName(queries, companyId);
    const madeAt = clock.now().toISOString();
    return file(
      { export: 1, companyId, companyName: company, person: null, madeAt },
      'history',
      rights.seenBy(caller),
    );
  });

  route(exportStatement, async ({ caller: { companyId }, params: { id } }) => {
    const [company, name] = await Promise.all([
      companyName(queries, companyId),
      employeeName(queries, companyId, id),
    ]);
    if (name === undefined) return rejected('noSuchEmployee');
    const madeAt = clock.now().toISOString();
    return file({ export: 1, companyId, companyName: company, person: { id, name }, madeAt }, 'statement');
  });
}

function pageNamed(what: string, madeAt: string): AnswerFile {
  return { name: `tallyboard-${what}-${madeAt.slice(0, 10)}.html`, type: 'text/html; charset=utf-8' };
}

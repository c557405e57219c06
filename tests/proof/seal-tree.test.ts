import { beforeEach, expect, it } from 'vitest';
import { goesOn, hasLeaf, leafOf, type TreeRoot } from '#contracts/proof/seal-tree.ts';
import { withTransaction } from '#platform/database.ts';
import { sha256 } from '#platform/digest.ts';
import { createSealTree } from '#services/proof/seal-tree.postgres.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';

const database = databaseWorld();
const tree = () => createSealTree(database.pool);
beforeEach(() => database.pool.query('TRUNCATE company_seals, seal_tree'));

const dayOf = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);
/** As the job of every version stores a seal. */
const store = (company: string, at: number) =>
  database.pool.query(
    `INSERT INTO company_seals (company_id, day, sealed_at, position, count, link) VALUES ($1, $2, now(), $3, $3, $4)`,
    [company, dayOf(at), at, sha256(`${company} ${at}`)],
  );
const append = () => withTransaction(database.pool, (client) => tree().append(client));

/** Seals and appends one day after the other; the root after each. */
async function grown(days: number): Promise<TreeRoot[]> {
  const roots: TreeRoot[] = [];
  for (let at = 0; at < days; at += 1) {
    for (const company of ['acme', 'bolt', 'corp'].slice(0, 1 + (at % 3))) await store(company, at);
    const root = await append();
    if (root) roots.push(root);
  }
  return roots;
}

async function holds(company: string, root: TreeRoot): Promise<boolean> {
  const seal = await tree().sealOf(company, root.size);
  return seal !== null && hasLeaf(sha256, { ...seal, leaf: leafOf(sha256, seal) }, root);
}
async function isKept(former: TreeRoot): Promise<boolean> {
  const later = await tree().root();
  const path = later && (await tree().growth(former.size, later.size));
  return later !== null && path !== null && goesOn(sha256, { former, later, path });
}

it('is empty before the first seal', async () => {
  expect([await tree().root(), await append(), await tree().sealOf('acme', 1)]).toEqual([null, null, null]);
});

it('grows with each seal, and proves each former root and each seal to the holder of any', async () => {
  const roots = await grown(17);
  expect(roots.map(({ size }) => size).slice(0, 4)).toEqual([1, 3, 6, 7]);
  expect(await tree().root()).toEqual(roots.at(-1));
  for (const root of roots) {
    expect(await isKept(root), `${root.size}`).toBe(true);
    expect(await holds('acme', root), `${root.size}`).toBe(true);
    expect(await holds('corp', root), `${root.size}`).toBe(root.size >= 6);
  }
  expect(await tree().growth(100, roots.at(-1)?.size ?? 0)).toBeNull();
});

it('is the same, appended at once or one after the other, and by several processes', async () => {
  const roots = await grown(9);
  await database.pool.query('TRUNCATE seal_tree; UPDATE company_seals SET leaf = NULL');
  expect(await Promise.all([append(), append(), append()])).toEqual(Array(3).fill(roots.at(-1)));
  expect(await tree().root()).toEqual(roots.at(-1));
  for (const root of roots) expect(await isKept(root)).toBe(true);
});

it('has nothing of a transaction that fails', async () => {
  const [, former] = await grown(2);
  await store('acme', 5);
  const failing = withTransaction(database.pool, async (client) => {
    await tree().append(client);
    throw new Error('killed');
  });
  await expect(failing).rejects.toThrow('killed');
  expect(await tree().root()).toEqual(former);
  expect((await append())?.size).toBe((former?.size ?? 0) + 1);
});

it('shows the holder of a former root that a seal was changed, moved or replaced with the whole tree', async () => {
  const roots = await grown(9);
  const held = roots[6] as TreeRoot;
  const change = 'UPDATE company_seals SET link = $1 WHERE company_id = $2 AND day = $3';
  await database.pool.query(change, [sha256('forged'), 'acme', dayOf(6)]);
  expect([await holds('acme', held), await holds('bolt', held), await isKept(held)]).toEqual([
    false,
    true,
    true,
  ]);
  await database.pool.query('TRUNCATE seal_tree; UPDATE company_seals SET leaf = NULL');
  await append();
  expect([await holds('acme', held), await isKept(held)]).toEqual([false, false]);
});

it('stays when a company is erased', async () => {
  const roots = await grown(5);
  await database.pool.query(`DELETE FROM company_seals WHERE company_id = 'acme'`);
  for (const root of roots) expect(await isKept(root)).toBe(true);
  expect(await holds('bolt', roots.at(-1) as TreeRoot)).toBe(true);
});

it('grows no further, and has no root, when one of its nodes is gone', async () => {
  await grown(5);
  await database.pool.query('DELETE FROM seal_tree WHERE level = 3');
  await store('acme', 9);
  for (const ask of [append, () => tree().root()])
    await expect(ask()).rejects.toThrow('node 0 of level 3 is not in the seal tree');
});

import type pg from 'pg';
import { leafOf, parentOf, type SealLeaf, type TreeRoot } from '#contracts/proof/seal-tree.ts';
import { sha256 } from '#platform/digest.ts';

/** A node of the seal tree that has all its leaves: `number` counts the nodes of its level from 0; leaves have level 0. */
type NodePlace = { readonly level: number; readonly number: number };

/** Consecutive leaves, the last one not included. They begin where a node of their size could. */
type Leaves = readonly [from: number, to: number];

type Database = Pick<pg.Pool, 'query'>;

/** A seal with its place in the tree, and what proves it to the holder of the root over `size` seals. */
export type ProvenSeal = SealLeaf & {
  /** From 0. */
  readonly number: number;
  readonly path: string[];
};

/** Any number that no other lock has. */
const APPEND_LOCK = 4_711_004;
const WAITING = `
  SELECT company_id AS "companyId", day, count, link FROM company_seals WHERE leaf IS NULL ORDER BY day, company_id`;
const SIZE = 'SELECT number + 1 AS size FROM seal_tree WHERE level = 0 ORDER BY number DESC LIMIT 1';
const NODES = `
  SELECT level, number, encode(hash, 'hex') AS hash FROM seal_tree
   WHERE (level, number) IN (SELECT * FROM unnest($1::integer[], $2::bigint[]))`;
const OWN = `
  SELECT company_id AS "companyId", day, count, link, leaf AS number FROM company_seals
   WHERE company_id = $1 AND leaf < $2 ORDER BY leaf DESC LIMIT 1`;

export type SealTree = ReturnType<typeof createSealTree>;

/** The tree over the daily seals of all companies; see ADR 0060. Its nodes are stored once they have all their leaves. */
export function createSealTree(db: Database) {
  /** In their order. Throws when a node is not there. */
  async function nodesAt(places: readonly NodePlace[], on: Database): Promise<Node[]> {
    const values = [places.map(({ level }) => level), places.map(({ number }) => number)];
    const { rows } = await on.query<{ level: number; number: string | number; hash: string }>(NODES, values);
    const found = new Map(rows.map(({ level, number, hash }) => [`${level} ${number}`, hash]));
    return places.map(({ level, number }) => {
      const hash = found.get(`${level} ${number}`);
      if (hash === undefined) throw new Error(`node ${number} of level ${level} is not in the seal tree`);
      return { level, number, hash };
    });
  }

  /** One hash for each list of nodes, in one query. */
  async function foldAll(lists: readonly NodePlace[][], on: Database = db): Promise<string[]> {
    const nodes = await nodesAt(lists.flat(), on);
    return lists.map((places) => fold(nodes.splice(0, places.length)));
  }

  async function sizeOf(on: Database): Promise<number> {
    const { rows } = await on.query<{ size: string | number }>(SIZE);
    return Number(rows[0]?.size ?? 0);
  }

  async function rootAt(size: number, on?: Database): Promise<TreeRoot | null> {
    if (size === 0) return null;
    const [root = ''] = await foldAll([nodesOf([0, size])], on);
    return { size, root };
  }

  return {
    /** Of all seals; null: there is none yet. */
    root: async (): Promise<TreeRoot | null> => rootAt(await sizeOf(db)),

    /**
     * Appends every seal that is not in the tree yet, in the transaction of `client`, which others wait for. Returns the root
     * over all seals. Throws on a tree that lacks a node.
     */
    async append(client: Database): Promise<TreeRoot | null> {
      await client.query('SELECT pg_advisory_xact_lock($1)', [APPEND_LOCK]);
      const { rows: waiting } = await client.query<SealLeaf & { count: string | number }>(WAITING);
      const size = await sizeOf(client);
      if (waiting.length === 0) return rootAt(size, client);
      const edge = await nodesAt(nodesOf([0, size]), client);
      const added: Node[] = [];
      waiting.forEach((seal, index) => {
        const leaf = leafOf(sha256, { ...seal, count: Number(seal.count) });
        added.push(...grow(edge, { level: 0, number: size + index, hash: leaf }));
      });
      const list = <Value>(of: (node: Node) => Value) => added.map(of);
      await client.query(
        `INSERT INTO seal_tree (level, number, hash)
         SELECT level, number, decode(hash, 'hex') FROM unnest($1::integer[], $2::bigint[], $3::text[])
           AS node (level, number, hash)`,
        [list(({ level }) => level), list(({ number }) => number), list(({ hash }) => hash)],
      );
      await client.query(
        `UPDATE company_seals s SET leaf = $1::bigint + w.place - 1
           FROM unnest($2::text[], $3::date[]) WITH ORDINALITY AS w (company_id, day, place)
          WHERE s.company_id = w.company_id AND s.day = w.day`,
        [size, waiting.map(({ companyId }) => companyId), waiting.map(({ day }) => day)],
      );
      return { size: size + waiting.length, root: fold(edge) };
    },

    /** What proves that the tree of today goes on from its first `former` seals; null: it has fewer. */
    async growth(former: number, size: number): Promise<string[] | null> {
      return former > size ? null : foldAll(partsOfGrowth(former, size).map(nodesOf));
    },

    /** The newest seal of a company among the first `size`, with its proof; null: it has none there. */
    async sealOf(companyId: string, size: number): Promise<ProvenSeal | null> {
      const { rows } = await db.query<Omit<ProvenSeal, 'path'>>(OWN, [companyId, size]);
      const [found] = rows;
      if (!found) return null;
      const number = Number(found.number);
      const path = await foldAll(partsOfLeaf(number, size).map(nodesOf));
      return { ...found, count: Number(found.count), number, path };
    },
  };
}

type Node = NodePlace & { readonly hash: string };

/** Adds a leaf at the right edge, the open nodes of a tree from the left. Returns the nodes that are complete by it. */
function grow(edge: Node[], leaf: Node): Node[] {
  const completed = [leaf];
  let node = leaf;
  while (node.number % 2 === 1) {
    const left = edge.pop()?.hash ?? '';
    node = {
      level: node.level + 1,
      number: (node.number - 1) / 2,
      hash: parentOf(sha256, left, node.hash),
    };
    completed.push(node);
  }
  edge.push(node);
  return completed;
}

/** The hash over neighbours, each at most as large as the one before. */
const fold = (nodes: readonly Node[]) =>
  nodes.map(({ hash }) => hash).reduceRight((right, left) => parentOf(sha256, left, right));

/** The leaves whose hashes prove a leaf, the nearest first (RFC 9162, 2.1.3.1). */
function partsOfLeaf(number: number, size: number): Leaves[] {
  return partsAbove(number, [0, size]);
}

function partsAbove(number: number, [from, to]: Leaves): Leaves[] {
  if (to - from === 1) return [];
  const middle = middleOf([from, to]);
  return number < middle
    ? [...partsAbove(number, [from, middle]), [middle, to]]
    : [...partsAbove(number, [middle, to]), [from, middle]];
}

/** The leaves whose hashes prove that the first `former` of `size` are the same (RFC 9162, 2.1.4.1). */
function partsOfGrowth(former: number, size: number): Leaves[] {
  return partsSince(former, [0, size], true);
}

/** `isWhole`: the former tree is these leaves from their first on, so that its root is known. */
function partsSince(former: number, [from, to]: Leaves, isWhole: boolean): Leaves[] {
  if (former === to) return isWhole ? [] : [[from, to]];
  const middle = middleOf([from, to]);
  return former <= middle
    ? [...partsSince(former, [from, middle], isWhole), [middle, to]]
    : [...partsSince(former, [middle, to], false), [from, middle]];
}

/** The left part is as large as a power of two can be. */
const middleOf = ([from, to]: Leaves) => from + 2 ** Math.ceil(Math.log2(to - from) - 1);

/** The nodes of which the hash over these leaves is made, from the left; each is at most as large as the one before. */
function nodesOf([from, to]: Leaves): NodePlace[] {
  if (from === to) return [];
  const level = Math.floor(Math.log2(to - from));
  return [{ level, number: from / 2 ** level }, ...nodesOf([from + 2 ** level, to])];
}

import {
  AliasNode,
  FromNode,
  IdentifierNode,
  type JoinNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  ParensNode,
  RawNode,
  type ReferenceNode,
  type RootOperationNode,
  SelectQueryNode,
  TableNode,
} from 'kysely';
import { pastTables } from './past-tables.ts';

const SCHEMA = 'read';

/**
 * Makes queries on read models answer as of a position of the log while `position` says one: each table of the
 * read models becomes a subquery of the same name and columns, see past-tables.ts. A query that cannot be taken
 * there throws, since an answer of now in its place would look like one of then.
 */
export function timeTravel(position: () => number | undefined): KyselyPlugin {
  return {
    transformQuery({ node }): RootOperationNode {
      const at = position();
      if (at === undefined) return node;
      if (!SelectQueryNode.is(node) && !RawNode.is(node)) throw new Error('only questions have a past');
      return new IntoThePast(at).transformNode(node);
    },
    transformResult: async ({ result }) => result,
  };
}

class IntoThePast extends OperationNodeTransformer {
  readonly #at: number;

  constructor(at: number) {
    super();
    this.#at = at;
  }

  protected override transformAlias(node: AliasNode): AliasNode {
    const past = this.#pastOf(node.node);
    return past ? { ...node, node: past } : super.transformAlias(node);
  }

  protected override transformFrom(node: FromNode): FromNode {
    return super.transformFrom(FromNode.create(node.froms.map(named)));
  }

  protected override transformJoin(node: JoinNode): JoinNode {
    return super.transformJoin({ ...node, table: named(node.table) });
  }

  /** `read.sales.price` is `sales.price` of the subquery. */
  protected override transformReference(node: ReferenceNode): ReferenceNode {
    const name = node.table && tableName(node.table);
    return super.transformReference(name === undefined ? node : { ...node, table: TableNode.create(name) });
  }

  protected override transformTable(node: TableNode): TableNode {
    if (tableName(node) !== undefined) throw new Error('a table of the read models where no past can be put');
    return super.transformTable(node);
  }

  protected override transformRaw(node: RawNode): RawNode {
    if (node.sqlFragments.some((text) => /\bread\s*\./.test(text)))
      throw new Error('SQL that names tables of now has no past');
    return super.transformRaw(node);
  }

  #pastOf(node: OperationNode): OperationNode | undefined {
    const name = TableNode.is(node) ? tableName(node) : undefined;
    if (name === undefined) return undefined;
    const relation = pastTables[name];
    if (!relation) throw new Error(`there is no past of ${SCHEMA}.${name}`);
    return ParensNode.create(relation(this.#at).toOperationNode());
  }
}

/** A table without an alias goes by its own name. */
function named(node: OperationNode): OperationNode {
  const name = TableNode.is(node) ? tableName(node) : undefined;
  return name === undefined ? node : AliasNode.create(node, IdentifierNode.create(name));
}

/** Of a read model's table; undefined for an alias. */
function tableName({ table }: TableNode): string | undefined {
  return table.schema?.name === SCHEMA ? table.identifier.name : undefined;
}

import { parseSync } from 'vite';

/** A function of a source file, by the place of its body. */
export type FoundFunction = {
  readonly name: string;
  /** Of the function itself, from 1. */
  readonly line: number;
  /** Of the body, as offsets in the text: a block with its braces, or the expression of an arrow function. */
  readonly start: number;
  readonly end: number;
  readonly isExpression: boolean;
};

type Node = {
  readonly type?: string;
  readonly start?: number;
  readonly end?: number;
  readonly name?: string;
  readonly id?: Node | null;
  readonly key?: Node;
  readonly callee?: Node;
  readonly property?: Node;
  readonly body?: Node | null;
};

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const NAMING = new Set(['VariableDeclarator', 'Property', 'MethodDefinition', 'PropertyDefinition']);

/**
 * Every function of the file that has a body, nested ones too. A function without a name is called after the
 * function that takes it (`map(…)`), else after the one that it stands in (`in addSale`).
 */
export function functionsIn(path: string, text: string): FoundFunction[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineOf = (offset: number) => lineStarts.findLastIndex((start) => start <= offset) + 1;
  return [...functionsBelow(program, { given: '', outer: 'file' })].flatMap(({ node, name }) => {
    const { body, start = 0 } = node;
    if (body?.start === undefined || body.end === undefined) return [];
    const isExpression = body.type !== 'BlockStatement' && body.type !== 'FunctionBody';
    return [{ name, line: lineOf(start), start: body.start, end: body.end, isExpression }];
  });
}

/** `given`: the name that a function has from its place; `outer`: the function around it. */
type Place = { readonly given: string; readonly outer: string };

function* functionsBelow(node: unknown, { given, outer }: Place): Generator<{ node: Node; name: string }> {
  if (Array.isArray(node)) {
    for (const each of node) yield* functionsBelow(each, { given, outer });
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const { type = '', id, key, callee } = node as Node;
  const isFunction = FUNCTIONS.has(type);
  const name = id?.name ?? (given || `in ${outer}`);
  if (isFunction) yield { node: node as Node, name };
  for (const [part, child] of Object.entries(node)) {
    let place = '';
    if (part === 'init' || (part === 'value' && NAMING.has(type))) place = id?.name ?? key?.name ?? '';
    if (part === 'arguments') place = `${callee?.name ?? callee?.property?.name ?? 'call'}(…)`;
    yield* functionsBelow(child, { given: place, outer: isFunction ? name : outer });
  }
}

import type { Plugin } from 'vite';

/** A part of the code, and what to put in its place. */
type Edit = { readonly start: number; readonly end: number; readonly text: string };
type Name = { readonly name?: string };
type Syntax = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly key: Name | undefined;
  readonly callee: { readonly object: Name | undefined } | undefined;
};

/** What only the server needs of an endpoint: it checks what is sent, and publishes the API documentation. */
const OF_SERVER = /^(summary|tag|params|query|reply|refusals|onInvalidInput)$/;

/** As a property it is valid, and adds none. */
const NO_PROPERTY = '...0';

/** Leaves out what a browser does not need of the contracts: their schemas, and with them all of TypeBox. */
export function slimContracts(): Plugin {
  return {
    name: 'slim-contracts',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (/[\\/]typebox[\\/]/.test(id)) return { code, moduleSideEffects: false };
      if (!/services[\\/]contracts[\\/]/.test(id)) return null;
      const edits = editsIn(this.parse(code)).toSorted((one, other) => other.start - one.start);
      return edits.reduce(
        (rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end),
        code,
      );
    },
  };
}

function editsIn(node: unknown): Edit[] {
  if (node === null || typeof node !== 'object') return [];
  const { type, start, end, key, callee } = node as Syntax;
  if (type === 'CallExpression' && callee?.object?.name === 'Type') return [{ start, end, text: '{}' }];
  if (type === 'Property' && OF_SERVER.test(key?.name ?? '')) return [{ start, end, text: NO_PROPERTY }];
  return Object.values(node).flatMap(editsIn);
}

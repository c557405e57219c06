import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
const OF_SERVER =
  /^(summary|tag|waitsLikeRead|actsOnSession|secretReply|params|query|reply|files|refusals|onInvalidInput)$/;

/** As a property it is valid, and adds none. */
const NO_PROPERTY = '...0';

const root = new URL('..', import.meta.url).pathname;

/** The words of all code that may show a message by its name: the browser's, and the rules it shares with the server. */
function wordsOfBrowser(): ReadonlySet<string> {
  const within = (folder: string, recursive: boolean) =>
    readdirSync(join(root, folder), { recursive, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && name !== 'messages.ts')
      .map((name) => readFileSync(join(root, folder, name), 'utf8'));
  const texts = [...within('web/src', true), ...within('services/contracts', false)];
  return new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []));
}

/**
 * Leaves out what a browser does not need of the contracts: their schemas, and with them all of TypeBox, and the
 * messages that it does not name. A refusal brings its own text.
 */
export function slimContracts(): Plugin {
  const words = wordsOfBrowser();
  return {
    name: 'slim-contracts',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (/[\\/]typebox[\\/]/.test(id)) return { code, moduleSideEffects: false };
      if (!/services[\\/]contracts[\\/]/.test(id)) return null;
      const isNeeded = (name: string) =>
        id.endsWith('contracts/messages.ts') ? words.has(name) : !OF_SERVER.test(name);
      const edits = editsIn(this.parse(code), isNeeded).toSorted((one, other) => other.start - one.start);
      return edits.reduce(
        (rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end),
        code,
      );
    },
  };
}

function editsIn(node: unknown, isNeeded: (property: string) => boolean): Edit[] {
  if (node === null || typeof node !== 'object') return [];
  const { type, start, end, key, callee } = node as Syntax;
  if (type === 'CallExpression' && callee?.object?.name === 'Type') return [{ start, end, text: '{}' }];
  if (type === 'Property' && key?.name && !isNeeded(key.name)) return [{ start, end, text: NO_PROPERTY }];
  return Object.values(node).flatMap((child) => editsIn(child, isNeeded));
}

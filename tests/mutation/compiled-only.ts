import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/**
 * The events that a read model ignores are listed for the compiler, which demands every type of event once; the
 * program never reads that list.
 */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'compiled-only', {
    shouldIgnore: (path) => {
      const { node } = path as { node: { readonly type: string; readonly key?: { readonly name?: string } } };
      const isList = node.type === 'ObjectProperty' && node.key?.name === 'ignores';
      return isList ? 'only the compiler reads it' : undefined;
    },
  }),
];

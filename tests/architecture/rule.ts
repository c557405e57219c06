import type { SourceFile } from './source-files.ts';

export type Rule = {
  readonly name: string;
  /** What is wrong with this file, one entry each; empty when nothing is. */
  readonly broken: (file: SourceFile) => readonly string[];
  /** Files that must not be: each of them has to break this rule. */
  readonly planted: readonly { readonly path: string; readonly text: string }[];
};

import type { Core } from '../wiring.ts';

/** What a subcommand of `npm run audit` works with. */
export type AuditSurroundings = {
  readonly core: Core;
  /** A line for the person at the terminal, or for what reads the output. */
  readonly say: (line: string) => void;
  /** Aborts with Ctrl-C. */
  readonly signal: AbortSignal;
};

/** Exit code: 0 done, and nothing is amiss; 1 something is. */
export type AuditRun = (audit: AuditSurroundings) => Promise<number>;

export type AuditCommand = {
  readonly usage: string;
  /** Before anything is opened. Throws CliError for arguments that cannot be. */
  readonly read: (argv: readonly string[]) => AuditRun;
};

/** A subcommand that reads a file and nothing of ours. */
export type FileCommand = {
  readonly usage: string;
  readonly readAlone: (
    argv: readonly string[],
  ) => (surroundings: Pick<AuditSurroundings, 'say' | 'signal'>) => Promise<number>;
};

import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { CliError } from '#platform/terminal/cli-error.ts';
import { readOptions } from '#platform/terminal/options.args.ts';
import { createPageReader, pageReportText } from '#services/proof/page-reader.ts';
import type { FileCommand } from './audit-commands.ts';

const CHECK_USAGE = 'npm run audit -- check --file <exported page>';

/** `npm run audit -- check`: whether an exported page holds, whatever became of the script in it. Exit 1: it does not. */
export const checkCommand: FileCommand = {
  usage: CHECK_USAGE,
  readAlone(argv) {
    const { file } = readOptions(argv, { file: { type: 'string' } }, CHECK_USAGE);
    if (file === undefined) throw new CliError(`Which file? Usage: ${CHECK_USAGE}`);
    return async ({ say, signal }) => {
      const reader = createPageReader((text) => hash('sha256', text));
      const pieces = createReadStream(file, { encoding: 'utf8', signal });
      try {
        for await (const piece of pieces) reader.add(piece);
      } catch (error) {
        throw signal.aborted ? error : new CliError(`${file} cannot be read: ${(error as Error).message}`);
      }
      const report = reader.end();
      for (const line of pageReportText(report)) say(line);
      return report.wrong === 0 ? 0 : 1;
    };
  },
};

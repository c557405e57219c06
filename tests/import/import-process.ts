import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtProgram } from '#tests/support/servers/built-programs.ts';

export const PIPELINE_HEADER =
  'opportunity_id,sales_agent,product,account,deal_stage,engage_date,close_date,close_value';

/** Writes the three files of a small sales book into a folder; the caller gives the lines of the pipeline. */
export function writeBook(pipeline: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-book-'));
  const file = (name: string, lines: readonly string[]) => {
    const path = join(folder, name);
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  };
  return {
    pipeline: file('pipeline.csv', [PIPELINE_HEADER, ...pipeline]),
    teams: file('teams.csv', ['sales_agent,manager', 'Ada Lovelace,Mia Chef', 'Bob Martin,Mia Chef']),
    products: file('products.csv', ['product,series', 'GTX Pro,GTX', 'MG Special,MG']),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type Book = ReturnType<typeof writeBook>;

/** `npm run import` in a child process that can be killed. */
export function startImport(
  databaseUrl: string,
  book: Pick<Book, 'pipeline' | 'teams' | 'products'>,
  company: string,
) {
  const { PATH, HOME, TMPDIR } = process.env;
  const { pipeline, teams, products } = book;
  const { path, env } = builtProgram('import');
  const { NODE_COMPILE_CACHE } = env;
  const child = spawn(
    process.execPath,
    [path, '--company', company, '--pipeline', pipeline, '--teams', teams, '--products', products],
    {
      env: {
        PATH,
        HOME,
        TMPDIR,
        NODE_COMPILE_CACHE,
        DATABASE_URL: databaseUrl,
        LOG_LEVEL: 'error',
        TZ: 'UTC',
      },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<{ code: number | null; output: string }>((done) =>
    child.once('close', (code) => done({ code, output })),
  );
  return { ended, kill: () => child.kill('SIGKILL') };
}

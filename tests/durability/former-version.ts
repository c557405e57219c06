import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProgramProcess, startProgramProcess } from '#tests/support/servers/program-process.ts';
import type { SeededCompany } from '#tests/support/servers/seed-company.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The last one before shards, leases and versions of events that processes agree on. */
const FORMER = 'b6904bf9';

/** Whether the history of this clone has it; says so when it has not. */
export function hasFormerVersion(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${FORMER}^{tree}`], { cwd: ROOT, stdio: 'ignore' });
    return true;
  } catch {
    console.log(`skipped: the version before this one, ${FORMER}, is not in this clone's history`);
    return false;
  }
}

/** The real former version of the program, run from its sources. */
export type FormerVersion = {
  /** A process with these roles. It migrates the database to what this version works with. */
  start(roles: string, dataDir: string, databaseUrl: string): Promise<ProgramProcess>;
  /** Creates a company as this version does. */
  seedCompany(dataDir: string, databaseUrl: string): SeededCompany;
  remove(): void;
};

const SEED = `
import { withCore } from '#tests/support/servers/program-process.ts';
import { seedCompany } from '#tests/support/servers/seed-company.ts';
const [dataDir, databaseUrl] = process.argv.slice(2);
console.log(JSON.stringify(await withCore(dataDir, (core) => seedCompany(core, { associates: 4 }), { databaseUrl })));
`;

/** Takes the sources out of the history. */
export function formerVersion(): FormerVersion {
  const { path, remove } = serverFolder();
  const folders = ['package.json', 'services', 'projections', 'infra', 'tests/support'];
  const archive = execFileSync('git', ['archive', FORMER, ...folders], { cwd: ROOT, maxBuffer: 1 << 28 });
  execFileSync('tar', ['-x', '-C', path], { input: archive });
  symlinkSync(join(ROOT, 'node_modules'), join(path, 'node_modules'));
  const seed = join(path, 'seed.ts');
  writeFileSync(seed, SEED);
  const main = join(path, 'services/main/start.main.ts');
  return {
    start: (roles, dataDir, databaseUrl) =>
      startProgramProcess(dataDir, [], { DATABASE_URL: databaseUrl, ROLES: roles }, main),
    seedCompany: (dataDir, databaseUrl) =>
      JSON.parse(
        execFileSync(process.execPath, [seed, dataDir, databaseUrl], { cwd: path, encoding: 'utf8' }),
      ),
    remove,
  };
}

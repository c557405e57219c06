import { statementsCommand } from '#services/main/audit-commands.ts';
import type { Core } from '#services/main/wiring.ts';

/** What `npm run audit -- statements --company` says, and its exit code. */
export async function auditStatementsOf(core: Core, email: string) {
  const said: string[] = [];
  const command = statementsCommand.read(['--company', email]);
  const code = await command({
    ...{ core, say: (line) => said.push(line) },
    signal: new AbortController().signal,
  });
  return { code, said };
}

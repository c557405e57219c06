import { SingleBar } from 'cli-progress';
import { CliError } from '#platform/terminal/cli-error.ts';
import { sanitizeForTerminal } from '#platform/terminal/sanitize-for-terminal.ts';
import { openChains } from '#services/proof/proof.module.ts';
import { createSealLinks } from '#services/proof/seal/seal-links.postgres.ts';
import { readVerifyArgs, VERIFY_USAGE, type VerifyArgs } from '#services/proof/seal/verify.args.ts';
import { verdictText } from '#services/proof/seal/verify-report.ts';
import { createSeals } from '#services/proof/seals.postgres.ts';
import type { Core } from '../wiring.ts';
import type { AuditCommand, AuditSurroundings } from './audit-commands.ts';

/** `npm run audit -- verify`: whether every event is as it was sealed, and else the first that is not. */
export const verifyCommand: AuditCommand = {
  usage: VERIFY_USAGE,
  read: (argv) => {
    const args = readVerifyArgs(argv);
    return (audit) => verify(args, audit);
  },
};

async function verify({ company }: VerifyArgs, { core, say, signal }: AuditSurroundings): Promise<number> {
  const proof = openChains(core);
  const kept = createSeals(core.pool);
  let isTampered = false;
  for (const { companyId, name } of await companiesOf(core, company)) {
    const bar = progressBar();
    const verdict = await proof.verifyCompany(companyId, bar.step, signal).finally(bar.stop);
    const { seals, unfit } = await kept.compare(companyId);
    say(sanitizeForTerminal(verdictText(name, verdict, { seals, unfit: unfit?.day ?? null })));
    isTampered ||= verdict.fault !== null || unfit !== null;
  }
  return isTampered ? 1 : 0;
}

async function companiesOf(core: Core, email: string | null) {
  if (email === null) {
    const companies = await createSealLinks(core.pool).companies();
    return companies.map((companyId) => ({ companyId, name: `Company ${companyId}` }));
  }
  const account = await core.accounts.byEmail(email);
  if (!account) throw new CliError(`nobody has the email ${email}`);
  return [{ companyId: account.companyId, name: `Company of ${email}` }];
}

/** On a terminal only; a log file has no use for it. */
function progressBar() {
  const bar = new SingleBar({ format: 'Verifying {bar} {percentage}% | {value} of {total} events' });
  let isShown = false;
  return {
    step(events: number, of: number) {
      if (!process.stderr.isTTY) return;
      if (!isShown) bar.start(of, 0);
      isShown = true;
      bar.setTotal(of);
      bar.update(events);
    },
    stop: () => bar.stop(),
  };
}

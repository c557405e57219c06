import { readFileSync } from 'node:fs';
import { SingleBar } from 'cli-progress';
import { heldLinks } from '#contracts/proof/held-links.ts';
import { goesOn, hasLeaf, heldRoots, leafOf, rootText, type TreeRoot } from '#contracts/proof/seal-tree.ts';
import { faultText, fingerprint, sealFaultText, type Verdict } from '#contracts/proof/verdict.ts';
import { sha256 } from '#platform/digest.ts';
import { sanitizeForTerminal } from '#platform/escape.ts';
import { CliError, emailOf, readOptions } from '#platform/terminal.ts';
import type { Proof } from './seal/proof.ts';
import type { SealTree } from './seal-tree.postgres.ts';
import type { createSeals } from './seals.postgres.ts';

export const VERIFY_USAGE =
  'npm run audit -- verify [--company <admin email> [--held <fingerprint or link>] [--held-file <mail or exported page>]]';

type VerifyArgs = {
  /** The email of a super employee; null: all companies. */
  readonly company: string | null;
  readonly held: Held;
};

/** What was kept elsewhere. */
export type Held = {
  /** Links, or their first 16 to 64 digits, that the chain of the company has to have. */
  readonly links: readonly string[];
  /** Roots over the seals of all companies, of a mail to any of them. */
  readonly roots: readonly TreeRoot[];
};

/** Reads files that are named, too. Throws CliError. */
export function readVerifyArgs(argv: readonly string[]): VerifyArgs {
  const options = {
    company: { type: 'string' },
    held: { type: 'string', multiple: true },
    'held-file': { type: 'string', multiple: true },
  } as const;
  const { company, held: texts = [], 'held-file': files = [] } = readOptions(argv, options, VERIFY_USAGE);
  const kept = [
    ...texts.map((text) => [text, text] as const),
    ...files.map((file) => [file, contentOf(file)] as const),
  ];
  if (kept.length > 0 && company === undefined) {
    throw new CliError(`Of which company is it? Usage: ${VERIFY_USAGE}`);
  }
  const held = kept.map(([name, text]) => {
    const found = { links: heldLinks(text), roots: heldRoots(text) };
    if (found.links.length + found.roots.length === 0)
      throw new CliError(`there is no fingerprint and no link in ${name}`);
    return found;
  });
  return {
    company: company === undefined ? null : emailOf(company),
    held: { links: held.flatMap(({ links }) => links), roots: held.flatMap(({ roots }) => roots) },
  };
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CliError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

export type Terminal = {
  readonly say: (line: string) => void;
  /** Aborts with Ctrl-C. */
  readonly signal: AbortSignal;
};

type Sealed = {
  readonly proof: Pick<Proof, 'verifyCompany'>;
  readonly seals: Pick<ReturnType<typeof createSeals>, 'compare' | 'holding'>;
  readonly tree: Pick<SealTree, 'root' | 'growth' | 'sealOf'>;
};

/**
 * Verifies one company after the other and prints each verdict. False when an event is not as it was sealed, or when a
 * chain or the tree of all seals lacks what a person holds.
 */
export async function verifyCompanies(
  companies: readonly { readonly companyId: string; readonly name: string }[],
  held: Held,
  { proof, seals: kept, tree }: Sealed,
  { say, signal }: Terminal,
): Promise<boolean> {
  let isAsSealed = true;
  for (const { companyId, name } of companies) {
    const bar = progressBar();
    const verdict = await proof.verifyCompany(companyId, bar.step, signal).finally(bar.stop);
    const { seals, unfit } = await kept.compare(companyId);
    say(sanitizeForTerminal(verdictText(name, verdict, { seals, unfit: unfit?.day ?? null })));
    const missing = await missingOf(companyId, held.links, kept);
    if (held.links.length > 0) say(heldText(name, held.links, missing));
    isAsSealed &&= verdict.fault === null && unfit === null && missing.length === 0;
    for (const root of held.roots) {
      const { holds, text } = await underRoot(companyId, root, tree);
      say(sanitizeForTerminal(`${name}: ${text}`));
      isAsSealed &&= holds;
    }
  }
  return isAsSealed;
}

async function missingOf(companyId: string, held: readonly string[], { holding }: Sealed['seals']) {
  const missing: string[] = [];
  for (const link of held) if ((await holding(companyId, link)) === null) missing.push(link);
  return missing;
}

function heldText(name: string, held: readonly string[], missing: readonly string[]): string {
  if (missing.length > 0) {
    const links = missing.map((link) => fingerprint(link)).join(', ');
    return sanitizeForTerminal(`${name}: NOT the history of what you hold. The chain has no link ${links}.`);
  }
  const what = held.length === 1 ? 'the link' : `all ${held.length} links`;
  return sanitizeForTerminal(`${name}: the chain has ${what} that you hold.`);
}

/** Whether the tree of today goes on from a root of a mail to any company, and has the seal of this one. */
async function underRoot(companyId: string, former: TreeRoot, tree: Sealed['tree']) {
  const later = await tree.root();
  const path = later && (await tree.growth(former.size, later.size));
  if (!later || !path || !goesOn(sha256, { former, later, path }))
    return {
      holds: false,
      text: `NOT the seals of what you hold. The tree does not go on from ${rootText(former)}.`,
    };
  const seal = await tree.sealOf(companyId, former.size);
  if (!seal)
    return {
      holds: true,
      text: `the tree of all seals goes on from ${former.size}; none of this company is among them.`,
    };
  const holds = hasLeaf(sha256, { ...seal, leaf: leafOf(sha256, seal) }, former);
  return {
    holds,
    text: holds
      ? `the tree of all seals goes on from ${former.size}, and the seal of ${seal.day} is among them.`
      : `NOT the seals of what you hold. The seal of ${seal.day} is not under ${rootText(former)}.`,
  };
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

/** While the program runs, events get their seal sooner than this. */
const SOON_SECONDS = 10;

/** The daily seals that were compared with a chain; `unfit`: the day of the first that does not match. */
type ComparedSeals = { readonly seals: number; readonly unfit: string | null };

/** The report about a company for a terminal, in one line. */
function verdictText(
  company: string,
  { fault, events, erased, head, signed, unsealed }: Verdict,
  { seals, unfit }: ComparedSeals,
): string {
  if (fault) {
    const verdict = fault.kind === 'ended' ? '' : 'NOT as sealed. ';
    return `${company}: ${verdict}${faultText(fault)} ${count(events)} before it are as sealed.`;
  }
  if (unfit !== null) return `${company}: NOT as sealed. ${sealFaultText(unfit)}`;
  const parts = [`${company}: ${count(events)} as sealed`];
  if (head) {
    const end = signed ? 'is signed and ends' : 'has no signature of a key known here and ends';
    parts.push(`the chain ${end} at position ${head.position} with ${head.link}`);
  }
  if (seals > 0) parts.push(seals === 1 ? '1 seal of a day fits' : `${seals} seals of days fit`);
  if (erased > 0) parts.push(`personal data of ${count(erased)} is erased`);
  if (unsealed.events > 0) parts.push(unsealedText(unsealed));
  return `${parts.join('; ')}.`;
}

function unsealedText({ events, seconds }: Verdict['unsealed']): string {
  const late = seconds > SOON_SECONDS ? ` after ${Math.round(seconds)} s (no running program seals)` : '';
  return `${count(events)} not sealed yet${late}`;
}

function count(events: number): string {
  return events === 1 ? '1 event' : `${events} events`;
}

import { type Scheduler, untilTrue } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { SealKeys } from './seal-keys.ts';
import type { SealLinks } from './seal-links.postgres.ts';

export type RequireDeps = {
  readonly keys: Pick<SealKeys, 'sign' | 'isRequired' | 'isOwnRequired' | 'isSigned' | 'isOwn' | 'require'>;
  readonly links: Pick<SealLinks, 'companies' | 'heads' | 'sign'>;
  /** Whether all running processes sign with the same key as this one, as of now. */
  readonly allSignAlike: () => boolean;
  readonly log: Pick<Log, 'info' | 'error'>;
};

const COMPANIES_AT_ONCE = 500;

/**
 * Signs the end of every chain with the own key, and requires its signature from then on. Does nothing while a process
 * that does not sign, or signs with another key, may still write links. Where signatures by a former key are required,
 * only ends with one are signed. Can be repeated after a crash, and by several processes at once. True: done.
 */
export async function requireSignatures({ keys, links, allSignAlike, log }: RequireDeps): Promise<boolean> {
  if (!allSignAlike()) return false;
  const companies = await links.companies();
  let signed = 0;
  for (let from = 0; from < companies.length; from += COMPANIES_AT_ONCE) {
    for (const [companyId, head] of await links.heads(companies.slice(from, from + COMPANIES_AT_ONCE))) {
      if (keys.isOwn(companyId, head)) continue;
      if (keys.isRequired() && !keys.isSigned(companyId, head)) {
        log.error({ companyId, position: head.position }, 'the end of a chain is not one that we signed');
        continue;
      }
      await links.sign(companyId, head.position, keys.sign(companyId, head));
      signed += 1;
    }
  }
  await keys.require();
  if (signed > 0) log.info({ signed, of: companies.length }, 'chains are signed from now on');
  return true;
}

/** How often a process looks whether the others sign, too, until they do. */
const LOOK_MS = 2000;

/** Requires signatures as soon as all running processes sign. Returns how to stop looking. */
export function keepRequiring(deps: RequireDeps, scheduler: Scheduler): () => Promise<void> {
  if (deps.keys.isOwnRequired()) return async () => {};
  return untilTrue(() => requireSignatures(deps), LOOK_MS, scheduler);
}

/** Signs the end of one chain, also one that another installation wrote. */
export async function signEndOf(
  links: Pick<SealLinks, 'heads' | 'sign'>,
  keys: Pick<SealKeys, 'sign'>,
  companyId: string,
): Promise<void> {
  const head = (await links.heads([companyId])).get(companyId);
  if (head) await links.sign(companyId, head.position, keys.sign(companyId, head));
}

import { paths } from '#contracts/paths.ts';
import { rootText, type TreeRoot } from '#contracts/proof/seal-tree.ts';
import { KEY_PREFIX } from '#contracts/proof/signature.ts';
import { fingerprint } from '#contracts/proof/verdict.ts';
import {
  compose,
  type MailTemplate,
  paragraph,
  readableDay,
  readableInstant,
} from '#platform/mail/template.ts';

export type DailySealFacts = {
  readonly firstName: string;
  readonly companyName: string;
  /** yyyy-mm-dd, UTC. */
  readonly day: string;
  /** UTC ISO-8601. */
  readonly sealedAt: string;
  /** IANA zone of the reader. */
  readonly timeZone: string;
  /** The number of the company's events up to then. */
  readonly count: number;
  /** 64 hexadecimal digits. */
  readonly link: string;
  /** The public half of the key that signs the chain, in 64 hexadecimal digits. */
  readonly key: string;
  /** The seal before this one, as it was mailed; null for the first. */
  readonly before: { readonly day: string; readonly link: string } | null;
  /** Over the seals of all companies, this one included; null where no tree is kept. */
  readonly root: TreeRoot | null;
  /** The public URL, without a slash at the end. */
  readonly publicUrl: string;
};

/** The seal leaves our system with this mail: later changes of the history, ours included, can be detected. */
export function dailySealLetter(facts: DailySealFacts): MailTemplate {
  const { firstName, companyName, day, sealedAt, timeZone, count, link, key, before, root, publicUrl } =
    facts;
  const date = readableDay(day);
  return compose({
    subject: `Seal of your history for ${date}`,
    title: `The seal of ${date}`,
    preview: 'Nothing to do. Keep this mail as a proof of your history.',
    blocks: [
      paragraph(
        `Hello ${firstName}, this seals everything that was recorded for ${companyName} until the end of that day (UTC). Keep this mail: who changes any of it later cannot make the same fingerprint again.`,
      ),
      {
        kind: 'facts',
        rows: [
          ['Day', `${date} (UTC)`],
          ['Sealed', readableInstant(sealedAt, timeZone)],
          ['Events', new Intl.NumberFormat('en-CA').format(count)],
          ['Fingerprint', fingerprint(link)],
          ['In full', link],
          ['Signed with the key', `${KEY_PREFIX}${key}`],
          ...(before
            ? ([
                ['The seal before', `${readableDay(before.day)} (UTC)`],
                ['Its fingerprint', fingerprint(before.link)],
                ['In full', before.link],
              ] as const)
            : []),
          ...(root ? ([['Over the seals of all companies', rootText(root)]] as const) : []),
        ],
      },
      paragraph(
        'To compare, open the page Proof and paste this mail under "Compare with what you hold": the history has to have what is named here, and the check of the whole history has to say that nothing was changed. The key there has to be this one, too, unless we told you of another.',
      ),
      { kind: 'button', label: 'Open Proof', url: `${publicUrl}${paths.proof}` },
    ],
    why: 'You get this on days with new events because you are the super employee of this company.',
  });
}

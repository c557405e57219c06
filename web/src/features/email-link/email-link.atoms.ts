import { followEmailLink, LINK_PURPOSES } from '#contracts/endpoints/own-account.endpoints.ts';
import { createForm, failureIfGeneric } from '../../kit/forms/form.atoms.ts';

export type EmailLink = { readonly purpose: (typeof LINK_PURPOSES)[number]; readonly token: string };

/** The link of this address, from behind its #; null for an incomplete one. */
export function readEmailLink(hash: string): EmailLink | null {
  const [, said, token] = /^#([a-z]+)\.([\w-]{20,64})$/.exec(hash) ?? [];
  const purpose = LINK_PURPOSES.find((each) => each === said);
  return purpose && token ? { purpose, token } : null;
}

/** Follows the link when the person presses the button: programs that look into mails only open the page. */
export function createFollowing(link: EmailLink) {
  return createForm<{ followed: boolean }, typeof followEmailLink>({
    start: () => ({ followed: false }),
    check: () => null,
    send: (api) => api.call(followEmailLink, { body: link }),
    failure: failureIfGeneric('internalServerError'),
    success: ({ message }) => message,
    next: () => ({ followed: true }),
  });
}

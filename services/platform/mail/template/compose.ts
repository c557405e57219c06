import { htmlOf } from './html.ts';
import { textOf } from './plain-text.ts';
import type { Draft, MailTemplate } from './template.ts';

/** Both forms of a letter from one source, so that they cannot say different things. */
export function compose(draft: Draft): MailTemplate {
  return { subject: draft.subject, text: textOf(draft), html: htmlOf(draft) };
}

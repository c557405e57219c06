import { htmlOf } from './html.ts';
import type { Draft, Letter } from './letter.ts';
import { textOf } from './plain-text.ts';

/** Both forms of a letter from one source, so that they cannot say different things. */
export function compose(draft: Draft): Letter {
  return { subject: draft.subject, text: textOf(draft), html: htmlOf(draft) };
}

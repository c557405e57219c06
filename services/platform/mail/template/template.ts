import type { Mail } from '../mail.port.ts';
import { htmlOf } from './html.ts';

/** What a mail says, to whomever it goes. */
export type MailTemplate = Pick<Mail, 'subject' | 'text' | 'html'>;

/** A part of a mail. All its content is plain text and gets escaped. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** A one-time code. */
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  /** Text of another person, with its line breaks. */
  | { readonly kind: 'quote'; readonly text: string };

export type Draft = {
  readonly subject: string;
  /** The first line of the letter, as a heading. */
  readonly title: string;
  /** What an inbox shows behind the subject. Never a secret: it appears on locked screens. */
  readonly preview: string;
  readonly blocks: readonly Block[];
  /** Why the reader gets this; the last, small line. */
  readonly why: string;
};

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });

/** Both forms of a letter from one source, so that they cannot say different things. */
export function compose(draft: Draft): MailTemplate {
  return { subject: draft.subject, text: textOf(draft), html: htmlOf(draft) };
}

function textOf({ title, blocks, why }: Draft): string {
  return [title, ...blocks.map(blockText), '--', `Tallyboard\n${why}`].join('\n\n').concat('\n');
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text;
    case 'code':
      return `    ${block.code}`;
    case 'facts':
      return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
    case 'button':
      return `${block.label}:\n${block.url}`;
    case 'quote':
      return block.text.replace(/^/gm, '> ');
  }
}

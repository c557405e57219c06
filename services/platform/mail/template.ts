import type { Cents } from '#contracts/money.ts';
import { escapeHtml } from '../escape.ts';
import type { Mail } from './mail.port.ts';

/** What a mail says, without its addressee. */
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

/** The tokens of the web app, as far as letters need them. */
const LIGHT = {
  paper: '#f7f6f2',
  surface: '#ffffff',
  sunken: '#efede6',
  rule: '#dedbd1',
  ink: '#16201b',
  soft: '#525c55',
  accent: '#0f5a3c',
  onAccent: '#ffffff',
} as const;

const AT_NIGHT = {
  paper: '#0e1311',
  surface: '#151c18',
  sunken: '#1d2621',
  rule: '#2b3630',
  ink: '#e9eeea',
  soft: '#a3b0a8',
  accent: '#3fb57f',
  onAccent: '#06140d',
} as const;

/** Mail programs do not load fonts; these are what people read all day. */
const SANS = "Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const DARK = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background-color:${AT_NIGHT.paper} !important}
.card{background-color:${AT_NIGHT.surface} !important;border-color:${AT_NIGHT.rule} !important}
.sunken{background-color:${AT_NIGHT.sunken} !important}
.line{border-color:${AT_NIGHT.rule} !important}
.ink{color:${AT_NIGHT.ink} !important}
.soft{color:${AT_NIGHT.soft} !important}
.accent{color:${AT_NIGHT.accent} !important}
.stroke,.button{background-color:${AT_NIGHT.accent} !important}
.button-ink{color:${AT_NIGHT.onAccent} !important}
}`;

const stroke = (height: number, width = 3) =>
  `<td class="stroke" width="${width}" height="${height}" style="width:${width}px;height:${height}px;font-size:0;line-height:0;background-color:${LIGHT.accent};"></td>`;
const gap = (width: number) =>
  `<td width="${width}" style="width:${width}px;font-size:0;line-height:0;"></td>`;
const strokes = (height: number) =>
  `<tr>${gap(3)}${[1, 2, 3, 4].map(() => stroke(height)).join(gap(4))}${gap(3)}</tr>`;
const across = `<tr><td class="stroke" colspan="9" height="3" style="height:3px;font-size:0;line-height:0;background-color:${LIGHT.accent};"></td></tr>`;

/** Five strokes of table cells: mail programs drop SVG and would have to ask a server for an image. */
const TALLY = `<table role="presentation" cellpadding="0" cellspacing="0" border="0" aria-hidden="true">${strokes(9)}${across}${strokes(9)}</table>`;

const MARK = `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="padding:0 10px 0 0;">${TALLY}</td><td class="ink" style="font:600 17px/1 ${SANS};letter-spacing:-0.01em;color:${LIGHT.ink};">Tallyboard</td></tr></table>`;

/**
 * Tables and inline styles, since mail programs know little else; no images, nothing remote. Colours are those
 * of the web app; where a program shows mail in the dark, the classes say which.
 */
function htmlOf({ subject, title, preview, blocks, why }: Draft): string {
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(subject)}</title>
<style>${DARK}</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:${LIGHT.paper};">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${escapeHtml(preview)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${LIGHT.paper};">
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;">
<tr><td style="padding:0 0 20px;">${MARK}</td></tr>
<tr><td class="card" style="background-color:${LIGHT.surface};border:1px solid ${LIGHT.rule};border-radius:6px;padding:32px 28px 16px;">
<h1 class="ink" style="margin:0 0 16px;font:600 22px/1.3 ${SANS};letter-spacing:-0.01em;color:${LIGHT.ink};overflow-wrap:anywhere;">${escapeHtml(title)}</h1>
${blocks.map(blockHtml).join('\n')}
</td></tr>
<tr><td class="soft" style="padding:16px 4px 0;font:400 12px/1.5 ${SANS};color:${LIGHT.soft};">${escapeHtml(why)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const BODY = `font:400 15px/1.55 ${SANS};color:${LIGHT.ink};overflow-wrap:anywhere;`;

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p class="ink" style="margin:0 0 16px;${BODY}">${escapeHtml(block.text)}</p>`;
    case 'code':
      return boxed(
        `<span class="accent" style="font:600 34px/1.2 ${SANS};font-variant-numeric:tabular-nums;letter-spacing:8px;padding-left:8px;color:${LIGHT.accent};">${escapeHtml(block.code)}</span>`,
        'center',
      );
    case 'facts':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;">${block.rows.map(factHtml).join('')}</table>`;
    case 'button':
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px;"><tr><td class="button" style="background-color:${LIGHT.accent};border-radius:6px;"><a class="button-ink" href="${escapeHtml(block.url)}" style="display:inline-block;padding:12px 20px;font:600 15px/1.2 ${SANS};color:${LIGHT.onAccent};text-decoration:none;">${escapeHtml(block.label)}</a></td></tr></table>`;
    case 'quote':
      return boxed(
        `<span class="ink" style="${BODY}">${escapeHtml(block.text).replaceAll('\n', '<br>')}</span>`,
        'left',
      );
  }
}

function boxed(content: string, align: 'left' | 'center'): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;"><tr><td class="sunken" align="${align}" style="background-color:${LIGHT.sunken};border-radius:6px;padding:16px;overflow-wrap:anywhere;">${content}</td></tr></table>`;
}

function factHtml([label, value]: readonly [string, string]): string {
  const cell = `padding:9px 0;border-bottom:1px solid ${LIGHT.rule};font:400 15px/1.4 ${SANS};vertical-align:top;`;
  return `<tr><td class="soft line" width="32%" style="${cell}color:${LIGHT.soft};padding-right:12px;">${escapeHtml(label)}</td><td class="ink line" style="${cell}color:${LIGHT.ink};font-variant-numeric:tabular-nums;overflow-wrap:anywhere;">${escapeHtml(value)}</td></tr>`;
}

/** `Saturday, November 28, 2026, 10:00 a.m. EST`: an instant (UTC ISO-8601) in an IANA zone, which it names. */
export function readableInstant(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(instant));
  // ICU separates with spaces that some mail programs show as boxes.
  return parts.replace(/[\u00a0\u202f]/g, ' ');
}

/** `November 20, 2026`: a date yyyy-mm-dd. */
export function readableDay(day: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC', dateStyle: 'long' }).format(new Date(day));
}

/** `$1,180.00 CAD`, whole cents. */
export function readableMoney(cents: Cents): string {
  const dollars = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD' }).format(cents / 100);
  return `${dollars.replace(/[\u00a0\u202f]/g, ' ')} CAD`;
}

/** `1 registered employee`, `12 registered employees`. */
export function registeredEmployees(count: number): string {
  return `${count} registered ${count === 1 ? 'employee' : 'employees'}`;
}

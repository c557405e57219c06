import { escapeHtml } from '../escape-html.ts';
import type { Block, Draft } from './template.ts';
import { DARK, LIGHT, MARK, SANS } from './theme.ts';

/**
 * Tables and inline styles, since mail programs know little else; no images, nothing remote. Colours are those
 * of the web app; where a program shows mail in the dark, the classes say which.
 */
export function htmlOf({ subject, title, preview, blocks, why }: Draft): string {
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

/** The tokens of the web app, as far as letters need them. */
export const LIGHT = {
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
export const SANS = "Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export const DARK = `
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

export const MARK = `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="padding:0 10px 0 0;">${TALLY}</td><td class="ink" style="font:600 17px/1 ${SANS};letter-spacing:-0.01em;color:${LIGHT.ink};">Tallyboard</td></tr></table>`;

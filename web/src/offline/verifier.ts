import { hashes, verify } from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createExportCheck } from '#contracts/proof/export-check.ts';
import type { PageText } from '#contracts/proof/export-page.ts';
import type { VerifySignature } from '#contracts/proof/signature.ts';
import { element } from './elements.ts';
import { count } from './format.ts';
import { reportOf } from './report.ts';

/**
 * The script of an exported file: it runs where the file is opened, offline, possibly years later. It shows only what
 * it has recomputed: all other content of the page is compared and removed.
 */
const encoder = new TextEncoder();
// Synchronous, as the digests are.
hashes.sha512 = sha512;
const verifySignature: VerifySignature = (publicKey, text, signature) => {
  try {
    return verify(hexToBytes(signature), encoder.encode(text), hexToBytes(publicKey), { zip215: false });
  } catch {
    return false;
  }
};
const check = createExportCheck((text) => bytesToHex(sha256(encoder.encode(text))), verifySignature);

// By then the content behind this script is there, too.
document.addEventListener('DOMContentLoaded', () => {
  const blocks = [...document.querySelectorAll('script[type="application/x-tallyboard"]')];
  const page = pageText();
  const main = element('main');
  const progress = element('p', 'Checking …');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [sheet];
  main.append(progress);
  document.body.replaceChildren(main);
  step(0);

  /** One block; then the page may paint. */
  function step(at: number): void {
    const block = blocks[at];
    if (!block) {
      main.replaceChildren(...reportOf(check.end(page)));
      document.documentElement.dataset.checked = 'yes';
      return;
    }
    check.add(block.textContent ?? '');
    progress.textContent = `Checking … ${count(check.events())} events`;
    setTimeout(step, 0, at + 1);
  }
});

function pageText(): PageText {
  const shown = [...document.body.childNodes].filter(({ nodeName }) => nodeName !== 'SCRIPT');
  return { title: document.title, text: shown.map(({ textContent }) => textContent).join('') };
}

/** The styles of an exported file, light and dark. */
const styles = `
:root { color-scheme: light dark; --ink: #16201b; --soft: #525c55; --rule: #dedbd1; --page: #f7f6f2; --sheet: #fff;
  --good: #0f5a3c; --good-page: #dcede3; --bad: #b3261e; --bad-page: #fbe9e7; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e9eeea; --soft: #a3b0a8; --rule: #2b3630; --page: #0e1311; --sheet: #151c18;
    --good: #5ccb97; --good-page: #17382a; --bad: #ff9c94; --bad-page: #3a1a1a; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 400 15px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 32px 16px 64px; }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 16px; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 0 0 12px; }
p { margin: 0 0 8px; max-width: 44rem; }
section { background: var(--sheet); border: 1px solid var(--rule); border-radius: 8px; padding: 16px; margin: 16px 0; }
.good, .bad { border-radius: 8px; padding: 16px; margin: 16px 0; font-size: 16px; }
.good { background: var(--good-page); color: var(--good); }
.bad { background: var(--bad-page); color: var(--bad); }
.good strong, .bad strong { display: block; font-size: 18px; }
.soft { color: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--rule); vertical-align: top; }
th { font-weight: 600; color: var(--soft); white-space: nowrap; }
.number { text-align: right; white-space: nowrap; padding-right: 0; padding-left: 12px; }
code { font: 400 14px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
ul { margin: 0 0 12px; padding-left: 20px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 6px 24px; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
td:first-child { white-space: nowrap; }
@media (max-width: 480px) {
  section { padding: 12px; }
  th, td { padding-right: 8px; }
  .number { padding-left: 8px; padding-right: 0; }
  table { font-size: 14px; }
}
@media print { body { background: none; } section { break-inside: avoid; } }
`;

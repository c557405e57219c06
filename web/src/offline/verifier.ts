import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { createExportCheck } from '#contracts/proof/export-check.ts';
import { element } from './elements.ts';
import { styles } from './look.ts';
import { reportOf } from './report.ts';

/**
 * The script of an exported file: runs where it is opened, without a network, long after. It shows nothing that it
 * has not recomputed.
 */
const encoder = new TextEncoder();
const blocks = [...document.querySelectorAll('script[type="application/x-tallyboard"]')];
const check = createExportCheck((text) => bytesToHex(sha256(encoder.encode(text))));
const main = document.querySelector('main') ?? document.body;
const progress = element('p', 'Checking …');

const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets = [sheet];
main.replaceChildren(element('h1', document.title), progress);
step(0);

/** One block, then the page may paint. */
function step(at: number): void {
  const block = blocks[at];
  if (!block) {
    main.replaceChildren(...reportOf(check.end(), document.title));
    document.documentElement.dataset.checked = 'yes';
    return;
  }
  check.add(block.textContent ?? '');
  progress.textContent = `Checking … ${check.events().toLocaleString()} events`;
  setTimeout(step, 0, at + 1);
}

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { createExportCheck } from '#contracts/proof/export-check.ts';
import type { PageText } from '#contracts/proof/export-page.ts';
import { element } from './elements.ts';
import { count } from './format.ts';
import { reportOf } from './report.ts';
import { styles } from './styles.ts';

/**
 * The script of an exported file: it runs where the file is opened, offline, possibly years later. It shows only what
 * it has recomputed: all other content of the page is compared and removed.
 */
const encoder = new TextEncoder();
const check = createExportCheck((text) => bytesToHex(sha256(encoder.encode(text))));

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

import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportHeader } from '#contracts/proof/export-lines.ts';
import { pageTitle, UNCHECKED } from '#contracts/proof/export-page.ts';
import { escapeHtml } from '#platform/mail/escape-html.ts';

/** The script that checks a page, and its digest in the form of a Content-Security-Policy. */
export type Verifier = { readonly script: string; readonly digest: string };

const BUILT = join(import.meta.dirname, '../../dist/offline/verifier.js');

/** Reads the built script once. Throws when there is no build. */
export function createVerifierSource(path = BUILT): () => Promise<Verifier> {
  let known: Promise<Verifier> | undefined;
  const read = async () => {
    const script = (await readFile(path, 'utf8')).replaceAll('</script', '<\\/script');
    return { script, digest: hash('sha256', script, 'base64') };
  };
  return () => {
    known ??= read();
    known.catch(() => {
      known = undefined;
    });
    return known;
  };
}

/**
 * A page that loads nothing. Its Content-Security-Policy allows only the script it was made with: a changed script
 * does not run, and the page keeps the text that says it is not checked.
 */
export function exportPage(header: ExportHeader, { script, digest }: Verifier) {
  const title = escapeHtml(pageTitle(header));
  const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; script-src 'sha256-${digest}'`;
  return {
    head: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
</head>
<body>
<main id="report">
<h1>${title}</h1>
<p>${UNCHECKED}</p>
</main>
`,
    block: (text: string) => `<script type="application/x-tallyboard">${text}</script>`,
    foot: `<script>${script}</script>
</body>
</html>
`,
  };
}

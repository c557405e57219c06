import type { Sha256 } from '#contracts/proof/chain.ts';
import { createExportCheck } from '#contracts/proof/export-check.ts';
import type { PageText } from '#contracts/proof/export-page.ts';
import type { ExportReport } from '#contracts/proof/export-report.ts';

const OPEN = '<script type="application/x-tallyboard">';
const CLOSE = '</script>';

/**
 * Checks an exported page as it would check itself in a browser, but by the program that is installed here: what
 * somebody did to the script in the file does not matter. Takes the file piece by piece and keeps what the check
 * keeps, and what stands around the data.
 */
export function createPageReader(sha256: Sha256) {
  const check = createExportCheck(sha256);
  let around = '';
  let rest = '';
  let isInBlock = false;
  let from = 0;

  return {
    add(piece: string): void {
      rest += piece;
      for (;;) {
        const sign = isInBlock ? CLOSE : OPEN;
        const end = rest.indexOf(sign, from);
        if (end === -1) {
          // The sign may have begun with this piece.
          from = Math.max(0, rest.length - sign.length + 1);
          return;
        }
        const text = rest.slice(0, end);
        if (isInBlock) check.add(text);
        else around += text;
        rest = rest.slice(end + sign.length);
        isInBlock = !isInBlock;
        from = 0;
      }
    },
    end(): ExportReport {
      return check.end(textOf(around + rest));
    },
  };
}

function textOf(page: string): PageText {
  const [, title = ''] = /<title>([\s\S]*?)<\/title>/.exec(page) ?? [];
  const [, body = ''] = /<body>([\s\S]*)$/.exec(page) ?? [];
  const text = body.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<[^>]*>/g, '');
  return { title: unescaped(title), text: unescaped(text) };
}

const SIGNS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

function unescaped(html: string): string {
  return html.replace(/&(\w+|#39);/g, (entity, name: string) => SIGNS[name] ?? entity);
}

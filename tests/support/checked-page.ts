import { hash } from 'node:crypto';
import type { Sha256 } from '#contracts/proof/chain.ts';
import { createExportCheck } from '#contracts/proof/export-check.ts';
import type { ExportReport } from '#contracts/proof/export-report.ts';

const BLOCK = /<script type="application\/x-tallyboard">([\s\S]*?)<\/script>/g;

/** What an exported page finds when it checks itself, without a browser. */
export function checkedPage(page: string, sha256: Sha256 = (text) => hash('sha256', text)): ExportReport {
  const check = createExportCheck(sha256);
  for (const [, block = ''] of page.matchAll(BLOCK)) check.add(block);
  const [, title = ''] = /<title>([\s\S]*?)<\/title>/.exec(page) ?? [];
  const [, body = ''] = /<body>([\s\S]*)$/.exec(page) ?? [];
  const text = body.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<[^>]*>/g, '');
  return check.end({ title: unescaped(title), text: unescaped(text) });
}

function unescaped(html: string): string {
  const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return html.replace(/&(\w+|#39);/g, (entity, name: string) => signs[name] ?? entity);
}

import { hash } from 'node:crypto';
import type { Sha256 } from '#contracts/proof/chain.ts';
import type { ExportReport } from '#contracts/proof/export-report.ts';
import { createPageReader } from '#services/proof/audit-check.ts';
import { verifySignature } from '#services/proof/seal/seal-keys.ts';

/** Checks an exported page like its own script, without a browser. */
export function checkedPage(page: string, sha256: Sha256 = (text) => hash('sha256', text)): ExportReport {
  const reader = createPageReader(sha256, verifySignature);
  // In pieces cut anywhere, as from a disk or a network.
  for (let at = 0; at < page.length; at += PIECE) reader.add(page.slice(at, at + PIECE));
  return reader.end();
}

const PIECE = 65_521;

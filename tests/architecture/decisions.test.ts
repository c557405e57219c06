import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './source-files.ts';

const folder = join(ROOT, 'infra/adr');
const pages = readdirSync(folder);

describe('the decisions', () => {
  it('are all in the index, under the title they have', () => {
    const index = readFileSync(join(folder, '0001-record-architecture-decisions.md'), 'utf8');
    for (const page of pages) {
      const [, number, title] = /^# (\d{4}) (.+)$/m.exec(readFileSync(join(folder, page), 'utf8')) ?? [];
      expect(page).toMatch(new RegExp(`^${number}-[a-z0-9-]+\\.md$`));
      expect(index).toContain(`| [${number}](${page}) | ${title} |`);
    }
  });
});

import type { Block, Draft } from './template.ts';

export function textOf({ title, blocks, why }: Draft): string {
  return [title, ...blocks.map(blockText), '--', `Tallyboard\n${why}`].join('\n\n').concat('\n');
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text;
    case 'code':
      return `    ${block.code}`;
    case 'facts':
      return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
    case 'button':
      return `${block.label}:\n${block.url}`;
    case 'quote':
      return block.text.replace(/^/gm, '> ');
  }
}

import { useMemo, useSyncExternalStore } from 'react';
import type { ChartColours } from './weekly-chart-option.ts';

/** The tokens as they are now, again after a change of the theme. */
export function useChartColours(): ChartColours {
  // As text, which is the same as long as the colours are.
  const written = useSyncExternalStore(watchTheme, writtenColours);
  return useMemo(() => JSON.parse(written) as ChartColours, [written]);
}

function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

function writtenColours(): string {
  const tokens = getComputedStyle(document.documentElement);
  const colours: ChartColours = {
    bar: tokens.getPropertyValue('--accent'),
    ink: tokens.getPropertyValue('--ink'),
    inkSoft: tokens.getPropertyValue('--ink-soft'),
    rule: tokens.getPropertyValue('--rule'),
    surface: tokens.getPropertyValue('--surface'),
    font: tokens.fontFamily,
  };
  return JSON.stringify(colours);
}

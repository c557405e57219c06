import type { Appearance } from '@stripe/stripe-js';

/** Our design tokens as Stripe's options: its fields are in a frame that our styles do not reach. */
export function stripeAppearance(dark: boolean): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const ring = { outline: `2px solid ${token('focus')}`, outlineOffset: '1px', boxShadow: 'none' };
  return {
    theme: dark ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('accent'),
      colorBackground: token('surface'),
      colorText: token('ink'),
      colorTextSecondary: token('ink-soft'),
      colorTextPlaceholder: token('ink-soft'),
      colorDanger: token('red'),
      borderRadius: token('radius'),
      fontFamily: 'Inter, system-ui, sans-serif',
      fontSizeBase: '16px',
      fontSizeSm: '14px',
      spacingUnit: '4px',
      gridRowSpacing: '16px',
      gridColumnSpacing: '16px',
    },
    rules: {
      '.Label': { color: token('ink'), fontWeight: '540', marginBottom: '6px' },
      '.Input': { border: `1px solid ${token('rule-strong')}`, boxShadow: 'none', padding: '9px 12px' },
      '.Input:focus': { border: `1px solid ${token('rule-strong')}`, ...ring },
      '.Input--invalid': {
        border: `1px solid ${token('red')}`,
        boxShadow: `0 0 0 1px ${token('red')}`,
        color: token('ink'),
      },
      '.Tab': { border: `1px solid ${token('rule-strong')}`, boxShadow: 'none' },
      '.Tab--selected': { border: `1px solid ${token('accent')}`, boxShadow: 'none' },
      '.Tab:focus': ring,
    },
  };
}

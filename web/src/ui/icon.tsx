/** 20 × 20, drawn with one stroke width so that they sit quietly beside text. */
const ICONS = {
  dashboard: 'M3.5 16.5v-6M8 16.5v-13M12.5 16.5V8M17 16.5V5.5',
  sales: 'M4 5.5h12M4 10h12M4 14.5h7',
  plus: 'M10 4v12M4 10h12',
  person: 'M10 10a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5zM3.75 17c.6-3.2 3-5 6.25-5s5.65 1.8 6.25 5',
  close: 'M5 5l10 10M15 5 5 15',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  check: 'M4 10.5l4 4 8-9',
  warning: 'M10 3 1.8 17h16.4zM10 8v4M10 14.4v.1',
  leave: 'M8 3.5H4.5v13H8M12 6.5l3.5 3.5-3.5 3.5M15.5 10H8',
  down: 'M5.5 8l4.5 4.5L14.5 8',
} as const;

export type IconName = keyof typeof ICONS;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" style={{ flex: 'none' }}>
      <path
        d={ICONS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** Outlines on a 24 × 24 grid, drawn for this app; `currentColor`, two units thick. */
const OUTLINES = {
  dashboard: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  receipt: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9.500 8h5M9.500 12h5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  people:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7M2.500 20c.4-3.600 3-5.500 6.500-5.500s6.100 1.900 6.500 5.500M16 4.300a3.500 3.500 0 0 1 0 6.400M18 14.900c2 .7 3.300 2.300 3.500 5.100',
  person: 'M12 11.500a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.500 20.500c.5-4 3.300-6 7.500-6s7 2 7.500 6',
  more: 'M4.500 12h1M11.500 12h1M18.500 12h1',
  box: 'M12 3 4 7v10l8 4 8-4V7zM4 7l8 4 8-4M12 11v10',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3.500 2',
  up: 'M12 19V6M6 11.500 12 5.500l6 6',
  check: 'm5 12.500 4.500 4.500L19 7',
  seal: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M8 12.200l2.800 2.800L16 9.500',
  alert: 'M12 4 2.800 20h18.400zM12 10v4M12 17h.01',
  ban: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M5.800 5.800l12.400 12.400',
  close: 'M6 6l12 12M18 6 6 18',
  calendar: 'M4 6h16v14H4zM4 10.500h16M8 3v5M16 3v5',
  checks: 'm3 7 2 2 3.500-4M3 17l2 2 3.500-4M12 7h9M12 17h9',
  mail: 'M3 6h18v12H3zM3.500 7l8.500 6.500L20.500 7',
  pencil: 'M4 20l1-4.500L16.500 4 20 7.500 8.500 19zM14 6.500 17.500 10',
  search: 'M10.500 17.500a7 7 0 1 0 0-14 7 7 0 0 0 0 14M20.500 20.500l-5-5',
  printer: 'M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7z',
  refresh:
    'M20 11a8 8 0 0 0-14.300-4L3.500 9.500M4 13a8 8 0 0 0 14.300 4l2.200-2.500M3.500 4.500v5h5M20.500 19.500v-5h-5',
  online: 'M2.500 9.500a14 14 0 0 1 19 0M6 13.200a9 9 0 0 1 12 0M9.300 16.700a4 4 0 0 1 5.400 0M12 20h.01',
  offline:
    'M3 3l18 18M6 13.200a9 9 0 0 1 3.700-2M2.500 9.500a14 14 0 0 1 4.300-2.700M21.500 9.500A14 14 0 0 0 11 6M9.300 16.700a4 4 0 0 1 5.400 0M12 20h.01',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  globe:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M3 12h18M12 3c2.500 2.400 3.800 5.400 3.800 9s-1.300 6.600-3.800 9c-2.500-2.400-3.800-5.400-3.800-9S9.500 5.400 12 3',
  contrast: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 3v18M12 8h5.500M12 12h9M12 16h5.500',
  bell: 'M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 1.500h-15zM10 20.500a2 2 0 0 0 4 0',
  gear: 'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6M12 3v3M12 18v3M3 12h3M18 12h3M5.600 5.600l2.200 2.200M16.200 16.200l2.200 2.200M5.600 18.400l2.200-2.200M16.200 7.800l2.200-2.200',
  leave: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  key: 'M8 16.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9M12.500 12H21v4M17 12v3',
  next: 'm9 5 7 7-7 7',
  back: 'm15 5-7 7 7 7',
  trash: 'M4 7h16M9 7V4h6v3M6.500 7l1 13h9l1-13M10 11v5M14 11v5',
  undo: 'M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12H9',
  erase: 'M9 6h11v12H9l-6-6zM12 9.500l5 5M17 9.500l-5 5',
  hold: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M10 9v6M14 9v6',
  cart: 'M3 4h2.500l2 11h10.500l2-8H6.500M9 20h.01M17 20h.01',
  card: 'M3 6h18v12H3zM3 10h18M7 15h3',
  paper: 'M6 3h9l4 4v14H6zM9 12h7M9 16h5',
  cash: 'M3 6h18v12H3zM12 14.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M6.500 9.500v5M17.500 9.500v5',
  phone: 'M8 2.500h8v19H8zM11 18.500h2',
  copy: 'M9 9h11v12H9zM5.500 15H4V3h11v2.500',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 11v5M12 8h.01',
} as const

export type IconName = keyof typeof OUTLINES

type Props = {
  /** The name of an icon that many screens show, or the outline of a rarer one, which loads with its screen. */
  readonly name: IconName | { readonly outline: string }
  readonly size?: number
}

/** A small icon beside text; hidden from screen readers, which read the text. `size` in pixels. */
export function Icon({ name, size = 20 }: Props) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className="icon"
    >
      <path d={typeof name === 'string' ? OUTLINES[name] : name.outline} />
    </svg>
  )
}

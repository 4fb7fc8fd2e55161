/** Icons of the share sheet, on the grid of `Icon`; they load with the sheets that show them. */
export const SHARE_ICONS = {
  share: {
    outline:
      'M18 8.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6M6 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6M18 21.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6M8.600 10.500l6.800-3.600M8.600 13.500l6.800 3.600',
  },
  chat: { outline: 'M4 20l1.300-3.700A8 8 0 1 1 8.500 19zM9 10h6M9 13.500h4' },
  link: {
    outline:
      'M10 14a4 4 0 0 0 6 .400l3-3a4 4 0 0 0-5.700-5.700l-1.200 1.200M14 10a4 4 0 0 0-6-.400l-3 3a4 4 0 0 0 5.700 5.700l1.200-1.200',
  },
  download: { outline: 'M12 4v12M6.500 11 12 16.500 17.500 11M4 20.500h16' },
} as const

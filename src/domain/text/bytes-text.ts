const UNITS = ['B', 'kB', 'MB', 'GB'] as const

/** A number of bytes for people, in thousands as data bundles are sold: `950 B`, `1.2 MB`, `12 MB`. */
export function bytesText(bytes: number): string {
  let value = Math.max(0, bytes)
  let unit = 0
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0
  return `${value.toFixed(digits)}\u00a0${UNITS[unit]}`
}

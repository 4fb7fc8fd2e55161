/** Rows that Page Up and Page Down pass. */
const PAGE_ROWS = 10

/** The row that a key leads to from the row `at`, out of `count`; `undefined` for a key that does not move. */
export function moveRow(key: string, at: number, count: number): number | undefined {
  const last = count - 1
  const within = (row: number) => Math.min(last, Math.max(0, row))
  switch (key) {
    case 'ArrowDown':
      return within(at + 1)
    case 'ArrowUp':
      return within(at - 1)
    case 'PageDown':
      return within(at + PAGE_ROWS)
    case 'PageUp':
      return within(at - PAGE_ROWS)
    case 'Home':
      return within(0)
    case 'End':
      return within(last)
    default:
      return undefined
  }
}

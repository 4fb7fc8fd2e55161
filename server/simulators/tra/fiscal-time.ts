const EAST_AFRICA_OFFSET_MS = 3 * 3_600_000

/** `YYYY-MM-DD` of an instant in East Africa Time (UTC+3, no daylight saving). */
export function eastAfricaDate(ms: number): string {
  return new Date(ms + EAST_AFRICA_OFFSET_MS).toISOString().slice(0, 10)
}

/** `HH:MM:SS` of an instant in East Africa Time. */
export function eastAfricaTime(ms: number): string {
  return new Date(ms + EAST_AFRICA_OFFSET_MS).toISOString().slice(11, 19)
}

/** The instant of a fiscal date and time, or null when the calendar has no such day. */
export function eastAfricaInstant(date: string, time: string): number | null {
  const ms = Date.parse(`${date}T${time}.000Z`)
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date) return null
  return ms - EAST_AFRICA_OFFSET_MS
}

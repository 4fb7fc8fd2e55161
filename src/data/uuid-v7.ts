function hex(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * A UUID of version 7 (RFC 9562) from a time in milliseconds and ten random bytes. A clock before 1970 or beyond the
 * year 10889 is clamped: the id has to be unique, its time is not used.
 */
export function uuidV7(ms: number, random: Uint8Array): string {
  const time = Math.min(Math.max(0, Math.floor(ms)), 2 ** 48 - 1)
  const stamp = time.toString(16).padStart(12, '0')
  const bytes = Array.from({ length: 10 }, (_, index) => random[index] ?? 0)
  bytes[0] = 0x70 | ((bytes[0] ?? 0) & 0x0f)
  bytes[2] = 0x80 | ((bytes[2] ?? 0) & 0x3f)
  const tail = hex(bytes)
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-${tail.slice(0, 4)}-${tail.slice(4, 8)}-${tail.slice(8)}`
}

import { fiscalDayOf, parseInstant } from '#domain/calendar/east-africa.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'

/** I4: numbers of an identity are 1..n, daily ones begin at 1 each day in East Africa, times never go back. */
export function checkNumbers({ server }: RunEvidence): Violation[] {
  const found: Violation[] = []
  for (const identity of server.fiscal_identities) {
    const receipts = server.receipts
      .filter((row) => row.identity_id === identity.id)
      .sort((a, b) => Number(a.gc) - Number(b.gc))
    const days = new Map<string, number>()
    let lastAt = ''
    receipts.forEach((row, index) => {
      const name = `receipt ${row.rctvnum}`
      if (Number(row.gc) !== index + 1)
        found.push({ invariant: 'I4', message: `${name} has number ${row.gc}, not ${index + 1}` })
      const issued = parseInstant(row.issued_at)
      const day = issued ? fiscalDayOf(issued) : undefined
      if (day !== row.day)
        found.push({ invariant: 'I4', message: `${name} of ${row.issued_at} counts on ${row.day}` })
      const dc = (days.get(row.day) ?? 0) + 1
      days.set(row.day, dc)
      if (row.dc !== dc)
        found.push({ invariant: 'I4', message: `${name} has daily number ${row.dc}, not ${dc}` })
      if (row.issued_at < lastAt)
        found.push({ invariant: 'I4', message: `${name} was issued before the one before it` })
      lastAt = row.issued_at
    })
    if (Number(identity.next_gc) !== receipts.length + 1) {
      found.push({
        invariant: 'I4',
        message: `next number ${identity.next_gc} after ${receipts.length} receipts`,
      })
    }
  }
  return found
}

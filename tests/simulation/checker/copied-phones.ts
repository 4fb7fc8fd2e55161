import { isOfDoor } from './doors.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'

type Row = RunEvidence['server']['operations'][number]

const epochOf = (row: Pick<Row, 'device_id' | 'epoch' | 'user_id'>) =>
  `${row.device_id} ${row.epoch} ${row.user_id}`

/**
 * I11: a phone and its copy are two as soon as the server has seen it: from a place that both used on, one of them counts
 * in an epoch of its own; and the owner is told.
 */
export function checkCopiedPhones({ history, phones, server, settled }: RunEvidence): Violation[] {
  if (!settled.quiet || !history.some(({ kind }) => kind === 'copied')) return []
  const forked = new Set(
    server.device_epochs.flatMap((row) => (row.forked_at === null ? [] : [epochOf(row)])),
  )
  const found: Violation[] = []
  for (const epoch of usedTwice(server.operations)) {
    if (!forked.has(epoch))
      found.push({ invariant: 'I11', message: `nobody is told that ${epoch} goes on twice` })
    const going = phones.filter(({ meta }) => epoch.split(' ')[1] === meta['epoch'])
    if (going.length > 1) {
      const names = going.map(({ phone }) => phone).join(' and ')
      found.push({ invariant: 'I11', message: `${names} still count in one epoch` })
    }
  }
  return found
}

/** Epochs with a place that was executed under two ids. */
export function usedTwice(operations: readonly Row[]): Set<string> {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const row of operations) {
    if (isOfDoor(row)) continue
    const place = `${epochOf(row)} ${row.device_seq}`
    if (seen.has(place)) twice.add(epochOf(row))
    seen.add(place)
  }
  return twice
}

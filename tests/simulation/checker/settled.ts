import type { RunEvidence, Violation } from './run-evidence.ts'

/** More steps than this are a loop that does nothing. */
const MOST_STEPS = 150_000

/** What the run itself does to a server; nothing else may be unexpected. */
const OWN_FAULTS = /terminating connection due to administrator command|could not serialize access/

/**
 * I3, I9, I12: after the faults everything becomes idle, what is left has a reason, and no unexpected error
 * occurred.
 */
export function checkSettled({ settled: rest, phones, history }: RunEvidence): Violation[] {
  const found: Violation[] = []
  if (!rest.quiet) found.push({ invariant: 'I3', message: `never came to rest: ${rest.reason}` })
  for (const { phone, database, outbox } of phones) {
    for (const entry of outbox) {
      const where = `${phone} ${database} ${entry.type} ${entry.opId}`
      if (entry.state === 'done')
        found.push({ invariant: 'I9', message: `${where} is done and stays in the outbox` })
      if (entry.state === 'attention' && !entry.last?.code) {
        found.push({ invariant: 'I9', message: `${where} needs attention and does not say why` })
      }
      if (entry.state !== 'blocked') continue
      const cause = outbox.some(
        (other) =>
          (other.state === 'attention' || other.state === 'blocked') &&
          other.opId !== entry.opId &&
          (entry.dependsOn.includes(other.opId) || (other.lane === entry.lane && other.seq < entry.seq)),
      )
      if (!cause) found.push({ invariant: 'I9', message: `${where} is blocked behind nothing` })
    }
  }
  for (const entry of history) {
    if (entry.kind === 'unhandled') found.push({ invariant: 'I12', message: entry.message })
    const unexpected =
      entry.kind === 'log' &&
      ['fault', 'operation-failed', 'sweep-failed', 'wake-failed'].includes(entry.event)
    if (unexpected && !OWN_FAULTS.test(entry.text)) {
      found.push({ invariant: 'I12', message: `${entry.process} ${entry.event}: ${entry.text}` })
    }
  }
  if (history.length > MOST_STEPS)
    found.push({ invariant: 'I12', message: `${history.length} things happened` })
  return found
}

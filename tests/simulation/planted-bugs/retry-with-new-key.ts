import { afterAttempt as after } from '#sync/outbox/after-attempt.ts'

/** Planted: what is tried again gets a new name. */
export const afterAttempt: typeof after = (attempt) => {
  const outcome = after(attempt)
  const entries = outcome.entries.map((entry) => {
    const again = entry.state === 'queued' && entry.last?.kind === 'unknown'
    return again ? { ...entry, opId: renamed(entry.opId) } : entry
  })
  return { ...outcome, entries }
}

function renamed(opId: string): string {
  const last = Number.parseInt(opId.slice(-6), 16)
  return opId.slice(0, -6) + ((last + 1) % 0xffffff).toString(16).padStart(6, '0')
}

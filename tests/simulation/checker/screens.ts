import { pendingOf } from '#data/outbox-entry.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { canFollow } from '#domain/invoices/transition.ts'
import { outboxSteps } from './outbox-model.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'

function isInvoice(value: unknown): value is InvoiceRow {
  return typeof value === 'object' && value !== null && 'shown' in value && 'status' in value
}

/**
 * I8, I15: what a screen could have shown at any moment is true: never a number that is not stored, never a count
 * that differs from the queue; and no status or revision of a record ever went back.
 */
export function checkScreens(evidence: RunEvidence): Violation[] {
  return [...neverBack(evidence), ...trueCounts(evidence), ...trueRows(evidence), ...stayCanceled(evidence)]
}

const RECORD_STORES = ['invoices', 'customers', 'products', 'expenses', 'vendors', 'collections']

function neverBack({ history }: RunEvidence): Violation[] {
  const found: Violation[] = []
  const rows = new Map<string, { status: InvoiceRow['status']; rev: number }>()
  for (const entry of history) {
    if (entry.kind === 'evicted') {
      for (const key of rows.keys()) if (key.startsWith(`${entry.phone} `)) rows.delete(key)
    }
    if (entry.kind === 'emptied') {
      const lost = `${entry.phone} ${entry.database} `
      for (const key of rows.keys()) if (key.startsWith(lost)) rows.delete(key)
    }
    if (entry.kind !== 'stored') continue
    const { phone, database, store, value, write } = entry
    if (!RECORD_STORES.includes(store)) continue
    if (write === 'delete') {
      rows.delete(`${phone} ${database} ${store} ${String(value)}`)
      continue
    }
    if (typeof value !== 'object' || value === null || !('id' in value) || !('rev' in value)) continue
    const key = `${phone} ${database} ${store} ${String(value.id)}`
    const invoice = store === 'invoices' && isInvoice(value) ? value : undefined
    const now = { status: invoice?.status ?? ('draft' as const), rev: Number(value.rev) }
    const before = rows.get(key)
    // What the daily comparison fetches again is marked so that the server's version replaces it, whichever that is.
    if (before && now.rev === 0 && now.status === before.status) continue
    if (before && now.rev < before.rev) {
      found.push({ invariant: 'I15', message: `${key} went from revision ${before.rev} back to ${now.rev}` })
    }
    if (before && !canFollow(now.status, before.status)) {
      found.push({ invariant: 'I15', message: `${key} went from ${before.status} back to ${now.status}` })
    }
    rows.set(key, now)
    if (!invoice) continue
    const numbered = invoice.shown === 'submitted' || invoice.shown === 'issued'
    if (numbered && !invoice.receipt?.rctvnum) {
      found.push({ invariant: 'I8', message: `${key} is shown as ${invoice.shown} without a number` })
    }
    const acknowledged = ['acknowledged', 'verified', 'missing'].includes(invoice.receipt?.delivery ?? '')
    if (invoice.shown === 'issued' && !acknowledged && invoice.receipt?.acknowledgedAt === null) {
      found.push({ invariant: 'I8', message: `${key} is shown as issued and nobody acknowledged it` })
    }
  }
  return found
}

function trueCounts({ history, phones }: RunEvidence): Violation[] {
  const found: Violation[] = []
  for (const { phone, database, after, pending, at, emptied } of outboxSteps(history)) {
    if (emptied) continue
    const owed = [...after.values()].filter(({ state }) => state !== 'done').length
    if ((pending ?? 0) !== owed) {
      found.push({
        invariant: 'I8',
        message: `${phone} ${database} says ${pending ?? 0} unsent and has ${owed} at ${at}`,
      })
    }
  }
  for (const { phone, database, meta, outbox } of phones) {
    const owed = outbox.filter(({ state }) => state !== 'done').length
    if ((meta['pending'] ?? 0) !== owed) {
      found.push({
        invariant: 'I8',
        message: `${phone} ${database} says ${String(meta['pending'])} unsent and has ${owed}`,
      })
    }
  }
  return found
}

function trueRows({ phones }: RunEvidence): Violation[] {
  const found: Violation[] = []
  for (const { phone, database, invoices, outbox, meta } of phones) {
    const counts: Record<string, number> = {}
    for (const row of invoices) {
      counts[row.shown] = (counts[row.shown] ?? 0) + 1
      const entries = outbox.filter((entry) => entry.lane === `inv:${row.id}`)
      if (JSON.stringify(pendingOf(entries)) !== JSON.stringify(row.pending)) {
        found.push({
          invariant: 'I8',
          message: `${phone} ${database} ${row.id} shows ${JSON.stringify(row.pending)}`,
        })
      }
    }
    const kept = Object.entries((meta['counts'] ?? {}) as Record<string, number>).filter(
      ([, count]) => count !== 0,
    )
    const same =
      kept.length === Object.keys(counts).length && kept.every(([shown, count]) => counts[shown] === count)
    if (!same) found.push({ invariant: 'I8', message: `${phone} ${database} counts ${JSON.stringify(kept)}` })
  }
  return found
}

function stayCanceled({ server }: RunEvidence): Violation[] {
  const found: Violation[] = []
  for (const { type, result, op_id } of server.operations) {
    if (type !== 'invoice.cancel' || result.state !== 'done' || result.change?.t !== 'invoice') continue
    const { id } = result.change
    const status = server.invoices.find((row) => row.id === id)?.status
    if (status !== 'canceled')
      found.push({ invariant: 'I15', message: `${id}, canceled by ${op_id}, is ${status ?? 'gone'}` })
  }
  return found
}

import { canonicalJson } from '#contract/canonical-json.ts'
import { outboxSteps } from './outbox-model.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'

type Written = { readonly collectionId?: string; readonly vendorId?: string; readonly fields?: object }

/** The text of every payment and vendor that a phone ever queued, by operation. */
function written({ history }: RunEvidence): Map<string, Written> {
  const found = new Map<string, Written>()
  for (const { upserted } of outboxSteps(history)) {
    for (const { opId, type, body } of upserted) {
      // Written by the commands of the phone.
      if (/^(collection|vendor)\./.test(type)) found.set(opId, JSON.parse(body) as Written)
    }
  }
  return found
}

/**
 * I1, I2, I5, I11, I15: a payment on account is on the server once, as it was written, and only when it was written; for no
 * invoice more is paid than it came to; a canceled one stays so. A vendor is there once, under whichever id it came.
 */
export function checkBookkeeping(evidence: RunEvidence): Violation[] {
  const texts = written(evidence)
  return [...payments(evidence, texts), ...neverTooMuch(evidence), ...vendors(evidence, texts)]
}

function payments({ server }: RunEvidence, texts: ReadonlyMap<string, Written>): Violation[] {
  const found: Violation[] = []
  const stored = new Map(server.collections.map((row) => [row.id, row.document]))
  const saved = new Set<string>()
  for (const { op_id, type, result } of server.operations) {
    const text = texts.get(op_id)
    const id = text?.collectionId ?? ''
    if (result.state !== 'done' || !type.startsWith('collection.')) continue
    const kept = stored.get(id)
    if (!kept) {
      found.push({
        invariant: 'I1',
        message: `payment ${id} was acknowledged and the server does not have it`,
      })
      continue
    }
    if (type === 'collection.cancel' && !kept.canceled) {
      found.push({ invariant: 'I15', message: `payment ${id} was canceled and counts` })
    }
    if (type !== 'collection.save') continue
    saved.add(id)
    const { amount, type: method, reference, day } = kept
    if (canonicalJson({ amount, type: method, reference, day }) !== canonicalJson(text?.fields ?? {})) {
      found.push({ invariant: 'I1', message: `payment ${id} is not what was written` })
    }
  }
  for (const id of stored.keys()) {
    if (!saved.has(id)) found.push({ invariant: 'I11', message: `no phone wrote payment ${id}` })
  }
  return found
}

/** Goods may come back after they were paid: the sum at the sale is what counts. */
function neverTooMuch({ server }: RunEvidence): Violation[] {
  return server.invoices.flatMap(({ document: { id, totals, payments: paid } }): Violation[] => {
    const later = server.collections.flatMap(({ document }) =>
      document.invoiceId === id && !document.canceled ? [document.amount] : [],
    )
    const sum = [...later, ...paid.map(({ amount }) => amount)].reduce((total, amount) => total + amount, 0)
    if (sum <= totals.totalIncludingTax) return []
    return [
      { invariant: 'I5', message: `${sum} was paid for ${id}, which came to ${totals.totalIncludingTax}` },
    ]
  })
}

function vendors({ server }: RunEvidence, texts: ReadonlyMap<string, Written>): Violation[] {
  const found: Violation[] = []
  const known = new Set([
    ...server.vendors.map(({ id }) => id),
    ...server.record_aliases.map((row) => row.from_id),
  ])
  for (const { op_id, type, result } of server.operations) {
    const id = texts.get(op_id)?.vendorId ?? ''
    if (type !== 'vendor.save' || result.state !== 'done' || known.has(id)) continue
    found.push({ invariant: 'I1', message: `vendor ${id} was acknowledged and the server does not have it` })
  }
  const numbers = new Map<string, string>()
  for (const { id, company_id: company, document } of server.vendors) {
    if (document.taxNumber === '') continue
    const key = `${company} ${document.taxNumber}`
    const other = numbers.get(key)
    if (other) found.push({ invariant: 'I2', message: `vendor ${id} is there again as ${other}` })
    numbers.set(key, id)
  }
  return found
}

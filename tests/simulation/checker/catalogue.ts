import { outboxSteps } from './outbox-model.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'

type Written = {
  readonly rows?: readonly { readonly customerId: string }[]
  readonly customerId?: string
  readonly intoId?: string
}

/** What was queued to import customers or to merge two of them, by operation. */
function written({ history }: RunEvidence): Map<string, Written> {
  const found = new Map<string, Written>()
  for (const { upserted } of outboxSteps(history)) {
    for (const { opId, type, body } of upserted) {
      if (type === 'customer.import' || type === 'customer.merge')
        found.set(opId, JSON.parse(body) as Written)
    }
  }
  return found
}

/**
 * I1, I2: every row of an imported file is on the server, under its id or that of the same customer, and so is what was
 * merged, under that of the other; no number belongs to two customers.
 */
export function checkCatalogue(evidence: RunEvidence): Violation[] {
  const { server } = evidence
  const texts = written(evidence)
  const aliases = new Map(server.record_aliases.map(({ from_id, to_id }) => [from_id, to_id]))
  const living = new Map(
    server.customers.flatMap((row) => (row.deleted_at === null ? [[row.id, row.document] as const] : [])),
  )
  const isThere = (id: string) => living.has(aliases.get(id) ?? id)
  const found: Violation[] = []
  for (const { op_id, type, result } of server.operations) {
    const text = texts.get(op_id)
    if (text === undefined || result.state !== 'done') continue
    for (const { customerId } of text.rows ?? []) {
      if (isThere(customerId)) continue
      found.push({ invariant: 'I1', message: `imported customer ${customerId} is not on the server` })
    }
    if (type !== 'customer.merge') continue
    for (const id of [text.customerId ?? '', text.intoId ?? '']) {
      if (!isThere(id)) found.push({ invariant: 'I1', message: `merged customer ${id} leads to no record` })
    }
  }
  const owners = new Map<string, string>()
  for (const [id, { companyId, identificationNumber }] of living) {
    if (identificationNumber === '') continue
    const key = `${companyId} ${identificationNumber}`
    const other = owners.get(key)
    if (other) found.push({ invariant: 'I2', message: `customer ${id} is there again as ${other}` })
    owners.set(key, id)
  }
  return found
}

import { listByOrderingKey, updateEntries } from '#data/outbox-entries.ts'
import { isContentWrite, isUnsent, orderingKeyOf, readBody } from '#data/outbox-entry.ts'
import type { Ports } from '#data/ports.ts'
import type { AnyRecord } from '#data/records.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { findServerCopy } from '#data/server-copies.ts'
import type { Account } from '#session/account.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { requeue } from '../outbox/requeue.ts'
import { type Serialization, serializeOperation } from '../outbox/serialize-operation.ts'

/** The record as the server had it before an edit; `undefined` where the edit does not say. */
function serializeBase(
  newId: () => string,
  orderingKey: string,
  entry: OutboxEntry,
  known: AnyRecord,
): Serialization | undefined {
  const save = <T extends 'customer.save' | 'product.save' | 'vendor.save' | 'category.save'>(type: T) => {
    const body = readBody(type, entry)
    if (!body?.base) return undefined
    return serializeOperation(newId, type, orderingKey, {
      ...body,
      baseRev: 0,
      base: null,
      fields: body.base,
      ...(type === 'vendor.save' && { returned: true }),
    })
  }
  switch (entry.type) {
    case 'customer.save':
    case 'product.save':
    case 'vendor.save':
    case 'category.save':
      return save(entry.type)
    case 'expense.save': {
      const body = readBody('expense.save', entry)
      if (!body?.base) return undefined
      const author = known.kind === 'expense' ? { returned: { byId: known.record.createdBy } } : {}
      const lost = { ...body, baseRev: 0, base: null, fields: body.base, ...author }
      return serializeOperation(newId, 'expense.save', orderingKey, lost)
    }
    default:
      return undefined
  }
}

/**
 * Returns a record with an unsent edit that a restored server has lost or has in an older form: first as the server had it, then the edit. The
 * edit alone would be refused, and discarding it would delete the record. Under an ordering key of its own, since the
 * edit keeps its place. Call it in the transaction that returns the catalogue. Returns whether something was queued.
 */
export async function returnBeforeEdit(
  account: Account,
  { clock, newId }: Pick<Ports, 'clock' | 'newId'>,
  lost: AnyRecord,
  epoch: string,
): Promise<boolean> {
  const { db } = account
  const { kind } = lost
  const { id, rev } = lost.record
  const entries = await listByOrderingKey(db, orderingKeyOf(kind, id))
  const edit = entries.find((entry) => isUnsent(entry) && isContentWrite(entry))
  const held = await findServerCopy(db, kind, id)
  // The server has it as it was or newer, or has deleted it since.
  if (!edit || (held && (held.op === 'delete' || held.rev >= rev))) return false
  const serialized = serializeBase(newId, `return:${epoch}:${kind}:${id}`, edit, lost)
  if (serialized?.kind !== 'frozen') return false
  const { operation } = serialized
  await enqueue(account, operation, [], clock.now())
  const waiting = { ...edit, dependsOn: [...edit.dependsOn, operation.opId] }
  await updateEntries(db, [waiting], [edit])
  const isMissing = edit.state === 'attention' && edit.last?.code === `${kind.toUpperCase()}_NOT_FOUND`
  if (isMissing) await requeue(account, waiting, clock.now())
  return true
}

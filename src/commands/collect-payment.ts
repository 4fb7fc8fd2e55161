import { readPayable } from '#data/collections.ts'
import { findInvoice } from '#data/invoices.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { isUnsent, orderingKeyOf, pendingOf } from '#data/outbox-entry.ts'
import { upsertRecord } from '#data/records.ts'
import type { CollectionRow } from '#data/rows.ts'
import { fiscalDayOf, notBefore } from '#domain/calendar/east-africa.ts'
import {
  type CollectionForm,
  checkCollection,
  firstPaymentDay,
} from '#domain/collections/check-collection.ts'
import type { Collection } from '#domain/collections/collection.ts'
import { ok, refuse } from '#domain/result.ts'
import type { Account } from '#session/account.ts'
import {
  type CommandDeps,
  type CommandResult,
  readAuthor,
  refusedWithCode,
} from '#sync/outbox/command-result.ts'
import { write } from '#sync/outbox/writer.ts'

/**
 * Records money that a customer pays for an invoice sold on credit, all of it or a part. It goes to the server behind the
 * sale itself, when that waits too. The invoice does not change.
 */
export function collectPayment(
  account: Account,
  deps: CommandDeps,
  input: { readonly invoiceId: string; readonly form: CollectionForm },
): Promise<CommandResult<CollectionRow>> {
  const id = deps.ports.newId()
  return write(account, deps, async (tx) => {
    const { db } = tx
    const known = await readAuthor(db, 'collection.save')
    if (!known.ok) return known
    const author = known.value
    // Stored already, by a run that lost its connection before it got the result: it is not owed once more.
    const stored = await db.collections.get(id)
    if (stored) return ok(stored)
    const { invoiceId } = input
    const invoice = await findInvoice(db, invoiceId)
    if (!invoice) return refusedWithCode('INVOICE_NOT_FOUND')
    const at = await tx.moment()
    const { onDay: owed } = await readPayable(db, invoice, input.form.day)
    const latest = fiscalDayOf(notBefore(at, author.session.serverTime))
    const earliest = firstPaymentDay(invoice, latest)
    const checked = checkCollection(input.form, { owed, latest, earliest })
    if (!checked.ok) return refuse(checked.refusals)
    const { company, user, name: by } = author
    const record: Collection = {
      ...checked.value,
      id,
      companyId: company.id,
      rev: 0,
      invoiceId,
      at,
      by,
      byId: user.id,
      canceled: false,
    }
    const waiting = await listByOrderingKey(db, orderingKeyOf('invoice', invoiceId))
    const entry = await tx.enqueue(
      'collection.save',
      orderingKeyOf('collection', id),
      { collectionId: id, invoiceId, fields: checked.value, at },
      waiting.filter(isUnsent).map(({ opId }) => opId),
    )
    const pending = pendingOf([entry])
    await upsertRecord(db, { kind: 'collection', record }, pending)
    return ok({ ...record, pending })
  })
}

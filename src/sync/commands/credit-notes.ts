import { findInvoice } from '#data/invoices.ts'
import { listLane } from '#data/outbox-entries.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { type CreditWish, creditFigures } from '#domain/invoices/credit-note.ts'
import type { PaymentType } from '#domain/invoices/invoice.ts'
import { refundDeltas } from '#domain/reports/refund-deltas.ts'
import type { Account } from '#session/account.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { isUnsent, laneOf } from '../outbox/entry.ts'
import { freezeOperation } from '../outbox/freeze-operation.ts'
import { pendingCredits } from '../pending-documents.ts'
import { refreshPending } from '../records.ts'
import { workTransaction } from '../work-transaction.ts'
import { type CommandDeps, type Kept, keeping, kept, readAuthor, refused, refusedWhole } from './outcome.ts'

type Input = {
  readonly invoiceId: string
  readonly wishes: readonly CreditWish[]
  readonly reason: string
  readonly paidBy: PaymentType
}

/**
 * Takes goods of a numbered invoice back: judged by the same rule as on the server against what is left, refunds that
 * still wait included, and queued. The note gets its number from the server.
 */
export function creditInvoice(account: Account, deps: CommandDeps, input: Input): Promise<Kept<InvoiceRow>> {
  const { db } = account
  const { invoiceId, wishes, paidBy } = input
  const lane = laneOf('invoice', invoiceId)
  return keeping(db, deps, async () => {
    const author = await readAuthor(db)
    if ('kind' in author) return author
    const reason = input.reason.trim()
    if (reason === '') return refused({ path: 'reason', code: 'CREDIT_NOTE_REASON_REQUIRED' })
    const [row, before] = [await findInvoice(db, invoiceId), await listLane(db, lane)]
    if (!row) return refusedWhole('INVOICE_NOT_FOUND')
    if (before.some((entry) => isUnsent(entry) && entry.type === 'invoice.cancel')) {
      return refusedWhole('CREDIT_NOTE_INVOICE_CANCELED')
    }
    const waiting = pendingCredits(row, before)
    const credited = creditFigures({ ...row, creditNotes: [...(row.creditNotes ?? []), ...waiting] }, wishes)
    if (credited.kind === 'refused') return refused({ path: credited.lineId ?? '', code: credited.code })
    const { total } = credited.figures
    const creditNoteId = deps.ports.newId()
    const lines = wishes.map((wish) => ({ ...wish }))
    const body = { invoiceId, creditNoteId, lines, reason, paidBy, total }
    const freezing = await freezeOperation(deps.ports.newId, 'invoice.credit', lane, body)
    if (freezing.kind === 'refused') return refused(...freezing.refusals)
    const { operation } = freezing
    return workTransaction(db, async () => {
      const [current, after] = [await findInvoice(db, invoiceId), await listLane(db, lane)]
      // A second tap, another tab, news from the server: what is left was counted before them.
      if (current?.rev !== row.rev || after.filter(isUnsent).length !== before.filter(isUnsent).length) {
        return refusedWhole('CREDIT_NOTE_TOTAL_DIFFERS')
      }
      const now = deps.ports.clock.now()
      await enqueue(account, operation, [], now)
      const day = fiscalDayOf(toInstant(now))
      await db.overlays.put({
        opId: operation.opId,
        rows: refundDeltas(current, { ...credited.figures, day }),
      })
      await refreshPending(db, [lane])
      const shown = await findInvoice(db, invoiceId)
      return shown ? kept(shown) : refusedWhole('INVOICE_NOT_FOUND')
    })
  })
}

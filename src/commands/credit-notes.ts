import { findInvoice } from '#data/invoices.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { isUnsent, orderingKeyOf } from '#data/outbox-entry.ts'
import { pendingCredits } from '#data/pending-documents.ts'
import { refreshPending } from '#data/records.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { type CreditRequestLine, creditFigures } from '#domain/invoices/credit-note.ts'
import type { PaymentType } from '#domain/invoices/invoice.ts'
import { refundDeltas } from '#domain/reports/refund-deltas.ts'
import type { Account } from '#session/account.ts'
import {
  type CommandDeps,
  type CommandResult,
  readAuthor,
  refused,
  refusedWithCode,
  runCommand,
  succeeded,
} from '#sync/outbox/command-result.ts'
import { enqueue } from '#sync/outbox/enqueue.ts'
import { serializeOperation } from '#sync/outbox/serialize-operation.ts'

type Input = {
  readonly invoiceId: string
  readonly returnedLines: readonly CreditRequestLine[]
  readonly reason: string
  readonly paidBy: PaymentType
}

/**
 * Takes goods of a numbered invoice back: judged by the same rule as on the server against what is left, refunds that
 * still wait included, and queued. The note gets its number from the server.
 */
export function creditInvoice(
  account: Account,
  deps: CommandDeps,
  input: Input,
): Promise<CommandResult<InvoiceRow>> {
  const { db } = account
  const { invoiceId, returnedLines, paidBy } = input
  const orderingKey = orderingKeyOf('invoice', invoiceId)
  return runCommand(db, deps, async () => {
    const author = await readAuthor(db)
    if ('kind' in author) return author
    const reason = input.reason.trim()
    if (reason === '') return refused({ path: 'reason', code: 'CREDIT_NOTE_REASON_REQUIRED' })
    const [row, before] = [await findInvoice(db, invoiceId), await listByOrderingKey(db, orderingKey)]
    if (!row) return refusedWithCode('INVOICE_NOT_FOUND')
    if (before.some((entry) => isUnsent(entry) && entry.type === 'invoice.cancel')) {
      return refusedWithCode('CREDIT_NOTE_INVOICE_CANCELED')
    }
    const pendingNotes = pendingCredits(row, before)
    const credited = creditFigures(
      { ...row, creditNotes: [...(row.creditNotes ?? []), ...pendingNotes] },
      returnedLines,
    )
    if (credited.kind === 'refused') return refused({ path: credited.lineId ?? '', code: credited.code })
    const { total } = credited.figures
    const creditNoteId = deps.ports.newId()
    const lines = returnedLines.map((returnedLine) => ({ ...returnedLine }))
    const body = { invoiceId, creditNoteId, lines, reason, paidBy, total }
    const serialized = await serializeOperation(deps.ports.newId, 'invoice.credit', orderingKey, body)
    if (serialized.kind === 'refused') return refused(...serialized.refusals)
    const { operation } = serialized
    return workTransaction(db, async () => {
      const [current, after] = [await findInvoice(db, invoiceId), await listByOrderingKey(db, orderingKey)]
      // A second tap, another tab, news from the server: what is left was counted before them.
      if (current?.rev !== row.rev || after.filter(isUnsent).length !== before.filter(isUnsent).length) {
        return refusedWithCode('CREDIT_NOTE_TOTAL_DIFFERS')
      }
      const now = deps.ports.clock.now()
      await enqueue(account, operation, [], now)
      const day = fiscalDayOf(toInstant(now))
      await db.overlays.put({
        opId: operation.opId,
        rows: refundDeltas(current, { ...credited.figures, day }),
      })
      await refreshPending(db, [orderingKey])
      const shown = await findInvoice(db, invoiceId)
      return shown ? succeeded(shown) : refusedWithCode('INVOICE_NOT_FOUND')
    })
  })
}

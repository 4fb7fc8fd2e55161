import type { OperationAuthor, TransferredOperation } from '#contract/transferred-work.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { readBody, recordOfOrderingKey } from '#data/outbox-entry.ts'
import { type AnyRecord, findRecord } from '#data/records.ts'
import type { Company } from '#domain/companies/company.ts'
import { mergedIdsOf } from '#domain/customers/merge-customers.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import { composeInvoice } from '#domain/invoices/compose-invoice.ts'

/** For whom and by whom operations of another phone were written. */
export type ImportContext = {
  readonly company: Company
  readonly writer: OperationAuthor
  /** Ids of all operations that are transferred together. */
  readonly transferredIds: ReadonlySet<string>
}

/**
 * The record as its author sees it; `undefined` where the operation writes none, or the server decides the content.
 */
export async function writtenRecord(
  db: AccountDatabase,
  operation: TransferredOperation,
  { company, writer }: ImportContext,
): Promise<AnyRecord | undefined> {
  const named = recordOfOrderingKey(operation.lane)
  if (!named) return undefined
  const found = await findRecord(db, named.kind, named.id)
  const base = { id: named.id, companyId: company.id, rev: found?.record.rev ?? 0 }
  switch (operation.type) {
    case 'invoice.save':
    case 'invoice.submit': {
      const body = readBody(operation.type, operation)
      const before = found?.kind === 'invoice' ? found.record : undefined
      if (!body || (before && before.status !== 'draft')) return undefined
      const author = { company, name: writer.name, user: { id: writer.userId } }
      const { content, saleAt, slipToken } = body
      const record = composeInvoice(author, before, {
        id: named.id,
        content,
        saleAt,
        ...(slipToken === undefined ? {} : { slipToken }),
      })
      return { kind: 'invoice', record }
    }
    case 'customer.save': {
      const body = readBody('customer.save', operation)
      const merged = found?.kind === 'customer' ? mergedIdsOf(found.record) : {}
      return body && { kind: 'customer', record: { ...body.fields, ...base, ...merged } }
    }
    case 'product.save': {
      const body = readBody('product.save', operation)
      return body && { kind: 'product', record: { ...body.fields, ...base } }
    }
    case 'vendor.save': {
      const body = readBody('vendor.save', operation)
      return body && { kind: 'vendor', record: { ...body.fields, ...base } }
    }
    case 'category.save': {
      const body = readBody('category.save', operation)
      return body && { kind: 'category', record: { ...body.fields, ...base } }
    }
    case 'expense.save': {
      const body = readBody('expense.save', operation)
      if (!body) return undefined
      const before = found?.kind === 'expense' ? found.record : undefined
      if (before && before.status !== 'pending') return undefined
      const { fields } = body
      return {
        kind: 'expense',
        record: {
          ...fields,
          ...base,
          totals: expenseTotals(fields),
          createdBy: before?.createdBy ?? writer.userId,
          createdByName: before?.createdByName ?? writer.name,
          createdAt: before?.createdAt ?? body.createdAt,
          ...(before?.authority && { authority: before.authority }),
        },
      }
    }
    default:
      return undefined
  }
}

import { fiscalDayOf } from '#domain/calendar/east-africa.ts'
import type { ShownStatus } from '#domain/invoices/shown-status.ts'
import { parseMoney } from '#domain/money/money-text.ts'
import type { AccountDatabase } from './account-database.ts'
import { foldText, prefixEnd } from './fold-text.ts'
import { amountKey } from './invoice-keys.ts'
import type { Period } from './invoices.ts'
import { numberPrefixes } from './number-key.ts'
import { readInParts } from './read-rows.ts'
import type { InvoiceRow } from './rows.ts'

type Wanted = {
  readonly text: string
  readonly limit: number
  readonly shown?: ShownStatus | undefined
  readonly period?: Period | undefined
}

/** Read more than is shown, because some rows match under two keys and others are filtered out. */
const OVERFETCH_FACTOR = 4

/**
 * Invoices one of whose keys begins with a text, or whose total is the typed amount; newest first. Of very many, those
 * under the last keys. Live.
 */
export async function searchInvoices(db: AccountDatabase, filter: Wanted): Promise<InvoiceRow[]> {
  const { text, limit, shown, period = {} } = filter
  const prefixes = new Set([foldText(text), ...numberPrefixes(text)].filter((prefix) => prefix !== ''))
  const amount = parseMoney(text)
  const fetchLimit = limit * OVERFETCH_FACTOR
  const keys = db.invoiceKeys.where('keys')
  const lists = await Promise.all([
    ...[...prefixes].map((prefix) =>
      db.run(() => keys.between(prefix, prefixEnd(prefix)).reverse().limit(fetchLimit).primaryKeys()),
    ),
    ...(amount === undefined
      ? []
      : [db.run(() => keys.equals(amountKey(amount)).reverse().limit(fetchLimit).primaryKeys())]),
  ])
  // All of them, before the newest are known: the id of a sale by USSD or of a program does not sort by its time.
  const found = await readInParts(db, db.invoices, [...new Set(lists.flat())])
  return found
    .filter((row) => {
      if (shown !== undefined && row.shown !== shown) return false
      const day = fiscalDayOf(row.saleAt)
      return (
        (period.from === undefined || day >= period.from) && (period.to === undefined || day <= period.to)
      )
    })
    .sort((a, b) => (a.orderKey < b.orderKey ? 1 : -1))
    .slice(0, limit)
}

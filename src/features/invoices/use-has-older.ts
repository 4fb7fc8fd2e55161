import { useLiveQuery } from 'dexie-react-hooks'
import { readMeta } from '#data/meta.ts'
import { addDays, type FiscalDay } from '#domain/calendar/east-africa.ts'
import type { InvoiceStatus } from '#domain/invoices/invoice.ts'
import type { ShownStatus } from '#domain/invoices/shown-status.ts'
import { useToday, useWorkplace } from '../workplace.ts'
import type { ListFilter } from './list-address.ts'

/** A phone keeps so many days; what is older is on the server only. */
export const KEPT_DAYS = 400

/** Statuses of old invoices; drafts never leave the phones, and what waits is no old work. */
const ASKED: Readonly<Partial<Record<ShownStatus, InvoiceStatus>>> = {
  submitted: 'submitted',
  issued: 'issued',
  canceled: 'canceled',
}

/** What the server holds of a list beyond this phone. */
export type Older = {
  /** Only these; all when absent. */
  readonly status: InvoiceStatus | undefined
  /** The first day that this phone keeps. */
  readonly edge: FiscalDay
}

/** Whether a list goes on on the server where this phone ends; `undefined` when it does not, or is not known to yet. */
export function useHasOlder({ shown, period }: ListFilter): Older | undefined {
  const today = useToday()
  const { db } = useWorkplace()
  const fetched = useLiveQuery(async () => (await readMeta(db, 'first-pull-done')) ?? false, [db])
  const status = shown && ASKED[shown]
  const edge = addDays(today, -KEPT_DAYS)
  // Whatever is younger than the edge is here, so only lists that reach over it have older ones.
  const reaches = period.from === undefined || period.from <= edge
  if (!fetched || !reaches || (shown !== undefined && status === undefined)) return undefined
  return { status, edge }
}

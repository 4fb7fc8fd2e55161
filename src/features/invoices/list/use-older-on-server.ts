import { useLiveQuery } from 'dexie-react-hooks'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { findMeta } from '#data/meta.ts'
import { addDays, type FiscalDay } from '#domain/calendar/east-africa.ts'
import type { InvoiceStatus } from '#domain/invoices/invoice.ts'
import type { ShownStatus } from '#domain/invoices/shown-status.ts'
import type { ListFilter } from './list-search-params.ts'

/** A phone keeps so many days; what is older is on the server only. */
export const RETENTION_DAYS = 400

/** Statuses of old invoices; drafts never leave the phones, and what waits is no old work. */
const STATUS_ON_SERVER: Readonly<Partial<Record<ShownStatus, InvoiceStatus>>> = {
  submitted: 'submitted',
  issued: 'issued',
  canceled: 'canceled',
}

/** What the server holds of a list beyond this phone. */
export type OlderOnServer = {
  /** Only these; all when absent. */
  readonly status: InvoiceStatus | undefined
  /** The first day that this phone keeps. */
  readonly firstKeptDay: FiscalDay
}

/** Whether a list goes on on the server where this phone ends; `undefined` when it does not, or is not known to yet. */
export function useOlderOnServer({ shown, period }: ListFilter): OlderOnServer | undefined {
  const today = useToday()
  const { db } = useAppContext()
  const fetched = useLiveQuery(async () => (await findMeta(db, 'first-pull-done')) ?? false, [db])
  const status = shown && STATUS_ON_SERVER[shown]
  const firstKeptDay = addDays(today, -RETENTION_DAYS)
  // Whatever is younger than the edge is here, so only lists that reach over it have older ones.
  const reachesBeyond = period.from === undefined || period.from <= firstKeptDay
  if (!fetched || !reachesBeyond || (shown !== undefined && status === undefined)) return undefined
  return { status, firstKeptDay }
}

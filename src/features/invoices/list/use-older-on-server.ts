import { useLiveQuery } from 'dexie-react-hooks'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { findMeta } from '#data/meta.ts'
import { addDays, type FiscalDay } from '#domain/calendar/east-africa.ts'
import type { InvoiceStatus } from '#domain/invoices/invoice.ts'
import type { ShownStatus } from '#domain/invoices/shown-status.ts'
import type { ListFilter } from './list-search-params.ts'

/** How many days a phone keeps; older invoices are on the server only. */
export const RETENTION_DAYS = 400

/** Statuses of old invoices; drafts are not on the server's list, and pending work is never old. */
const STATUS_ON_SERVER: Readonly<Partial<Record<ShownStatus, InvoiceStatus>>> = {
  submitted: 'submitted',
  issued: 'issued',
  canceled: 'canceled',
}

/** What the server has of a list beyond this phone. */
export type OlderOnServer = {
  /** Only this status; all when absent. */
  readonly status: InvoiceStatus | undefined
  /** The first day that this phone keeps. */
  readonly firstKeptDay: FiscalDay
}

/**
 * Whether a list continues on the server where this phone's data ends; `undefined` when it does not, or is not known
 * yet.
 */
export function useOlderOnServer({ shown, period }: ListFilter): OlderOnServer | undefined {
  const today = useToday()
  const { db } = useAppContext()
  const fetched = useLiveQuery(async () => (await findMeta(db, 'first-pull-done')) ?? false, [db])
  const status = shown && STATUS_ON_SERVER[shown]
  const firstKeptDay = addDays(today, -RETENTION_DAYS)
  // Newer invoices are on this phone, so only lists that reach further back have older ones.
  const reachesBeyond = period.from === undefined || period.from <= firstKeptDay
  if (!fetched || !reachesBeyond || (shown !== undefined && status === undefined)) return undefined
  return { status, firstKeptDay }
}

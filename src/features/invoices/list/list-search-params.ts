import type { Period } from '#data/invoices.ts'
import { parseFiscalDay } from '#domain/calendar/east-africa.ts'
import { SHOWN_STATUSES, type ShownStatus } from '#domain/invoices/shown-status.ts'

/** Which invoices a list shows. */
export type ListFilter = { readonly shown: ShownStatus | undefined; readonly period: Period }

/** A filter in the address of the list. */
export type ListSearchParams = { readonly status?: ShownStatus; readonly from?: string; readonly to?: string }

/** The parameters of an address query that a list understands; the rest is ignored. */
export function parseSearchParams(search: Readonly<Record<string, unknown>>): ListSearchParams {
  const status = SHOWN_STATUSES.find((known) => known === search['status'])
  const day = (name: string) => {
    const text = search[name]
    return typeof text === 'string' ? parseFiscalDay(text) : undefined
  }
  const [from, to] = [day('from'), day('to')]
  return { ...(status && { status }), ...(from && { from }), ...(to && { to }) }
}

export function filterFromSearchParams({ status, from, to }: ListSearchParams): ListFilter {
  return { shown: status, period: { from: parseFiscalDay(from ?? ''), to: parseFiscalDay(to ?? '') } }
}

export function searchParamsOf({ shown, period: { from, to } }: ListFilter): ListSearchParams {
  return { ...(shown && { status: shown }), ...(from && { from }), ...(to && { to }) }
}

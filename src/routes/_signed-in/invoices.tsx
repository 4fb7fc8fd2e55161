import { createFileRoute, lazyRouteComponent, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { parseFiscalDay } from '#domain/calendar/east-africa.ts'
import { SHOWN_STATUSES, type ShownStatus } from '#domain/invoices/shown-status.ts'
import type { ListFilter } from '#features/invoices/use-invoice-pages.ts'

const screen = () => import('#features/invoices/invoice-list-screen.tsx')
const InvoiceList = lazyRouteComponent(screen, 'InvoiceListScreen')

type Search = { status?: ShownStatus; from?: string; to?: string }

function filterOf({ status, from, to }: Search): ListFilter {
  return { shown: status, period: { from: parseFiscalDay(from ?? ''), to: parseFiscalDay(to ?? '') } }
}

export const Route = createFileRoute('/_signed-in/invoices')({
  validateSearch: (search: Record<string, unknown>): Search => {
    const status = SHOWN_STATUSES.find((known) => known === search['status'])
    const day = (name: string) => {
      const text = search[name]
      return typeof text === 'string' ? parseFiscalDay(text) : undefined
    }
    const [from, to] = [day('from'), day('to')]
    return { ...(status && { status }), ...(from && { from }), ...(to && { to }) }
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const [{ prepareList }, opened] = await Promise.all([
      screen(),
      context.openWorkplace(),
      InvoiceList.preload?.(),
    ])
    if (opened) await prepareList(opened.workplace.account.db, filterOf(deps))
  },
  component: function InvoicesRoute() {
    const search = Route.useSearch()
    const navigate = useNavigate({ from: '/invoices' })
    const filter = useMemo(() => filterOf(search), [search])
    const keep = useCallback(
      ({ shown, period: { from, to } }: ListFilter) =>
        void navigate({
          search: { ...(shown && { status: shown }), ...(from && { from }), ...(to && { to }) },
          replace: true,
        }),
      [navigate],
    )
    return <InvoiceList filter={filter} onFilter={keep} />
  },
})

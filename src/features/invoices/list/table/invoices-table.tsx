import { useLingui } from '@lingui/react/macro'
import { type RefObject, Suspense, useMemo } from 'react'
import { TablePage } from '#blocks/record-table/table-page.tsx'
import { StatusPill } from '#blocks/status-pill/status-pill.tsx'
import type { InvoiceRow } from '#data/rows.ts'
import { dayText, fiscalDayOf } from '#domain/calendar/east-africa.ts'
import { fiscalPayments } from '#domain/fiscal/fiscal-receipt.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { clockTime } from '#i18n/format-dates.ts'
import { STATUS_NAMES } from '#i18n/status-names.ts'
import { FISCAL_PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import classes from '../invoice-list.module.css'
import { ListFooter } from '../list-footer.tsx'
import { pathOf } from '../list-row.tsx'
import type { ListFilter } from '../list-search-params.ts'
import { SearchFooter } from '../search-footer.tsx'
import { SearchNotice } from '../search-notice.tsx'
import { SearchTips } from '../search-tips.tsx'
import { FOUND_IN_TABLE } from '../use-search-results.ts'
import { ChosenInvoices } from './chosen-invoices.tsx'
import { INDEXED, type InvoiceColumn, numberOf } from './read-invoice-table.ts'
import { useInvoiceTable } from './use-invoice-table.ts'

const InvoiceBeside = lazyComponent(async () => (await import('../../view/invoice-beside.tsx')).InvoiceBeside)

type Props = {
  /** The pages of the list, or what a search found; `undefined` until read. */
  readonly rows: readonly InvoiceRow[] | undefined
  readonly more: (() => void) | undefined
  readonly searching: boolean
  readonly filter: ListFilter
  readonly search: RefObject<HTMLInputElement | null>
  /** The bar of actions is shown with nothing selected too: an export then writes the whole list. */
  readonly selecting: boolean
  readonly onSelected: () => void
}

/** The last of the rows by the sale: what the server has beyond this phone follows it. */
function oldestOf(rows: readonly InvoiceRow[]): InvoiceRow | undefined {
  const [first, ...others] = rows
  return others.reduce((oldest, row) => (oldest && oldest.orderKey < row.orderKey ? oldest : row), first)
}

/** The invoices as a table, for a wide screen, with the same rows as the list of a phone. */
export function InvoicesTable({ rows, more, searching, filter, search, selecting, onSelected }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const walkIn = t`Walk-in customer`
  const words = useMemo(
    () => ({
      customer: ({ customer }: InvoiceRow) => customer.name || walkIn,
      payment: ({ payments, totals }: InvoiceRow) =>
        fiscalPayments(payments, totals.totalIncludingTax)
          .map(({ type }) => translate(FISCAL_PAYMENT_NAMES[type]))
          .join(', '),
      status: ({ shown }: InvoiceRow) => translate(STATUS_NAMES[shown]),
    }),
    [translate, walkIn],
  )
  const { shown, ...table } = useInvoiceTable({ rows, more, searching, filter }, words)
  const moment = ({ saleAt }: InvoiceRow) => `${dayText(fiscalDayOf(saleAt))} ${clockTime(saleAt)}`
  const named = shown?.rows.map((row) => {
    const name = words.customer(row)
    // Many customers have no name: date and amount tell their sales apart.
    return { ...row, name, label: `${name}, ${moment(row)}, ${moneyText(row.totals.totalIncludingTax)}` }
  })
  const found = rows?.length ?? 0
  const isEmpty = shown?.rows.length === 0
  return (
    <>
      {searching ? (
        <>
          <SearchNotice />
          {rows ? (
            <p className="visually-hidden" role="status">
              {t`Results: ${found}`}
            </p>
          ) : null}
        </>
      ) : null}
      <TablePage<InvoiceRow & { readonly name: string; readonly label: string }, InvoiceColumn>
        {...table}
        // What a search without results can be for is said below.
        text=""
        empty={searching ? <SearchTips /> : <ListFooter why="empty" filter={filter} />}
        off={false}
        search={search}
        label={t`Invoices`}
        detailsLabel={t`Invoice details`}
        nameTitle={t`Customer`}
        shown={shown && named && { ...shown, rows: named }}
        largestFirst={['date', 'number', 'tax', 'total']}
        indexed={INDEXED}
        barStays={selecting}
        bar={(selection) => (
          <ChosenInvoices
            {...selection}
            listed={shown?.rows ?? []}
            found={searching ? (rows ?? []) : undefined}
            filter={filter}
            onEnd={(changed) => {
              onSelected()
              selection.onEnd(changed)
            }}
          />
        )}
        details={(id, { close }) => (
          <Suspense fallback={<div aria-busy="true" />}>
            <InvoiceBeside key={id} invoiceId={id} pathOf={pathOf} onGone={close} />
          </Suspense>
        )}
        columns={[
          {
            key: 'number',
            title: t`Number`,
            space: 'wider',
            cell: (row) => {
              const origin = row.channel ?? row.origin
              return (
                <>
                  {origin === 'app' ? null : <span className={classes.origin}>{origin}</span>}
                  {numberOf(row)}
                </>
              )
            },
          },
          { key: 'date', title: t`Date`, space: 'medium', cell: moment },
          {
            key: 'payment',
            title: t`Payment`,
            space: 'wider',
            cut: true,
            cell: (row) => <span title={words.payment(row)}>{words.payment(row)}</span>,
          },
          {
            key: 'operator',
            title: t`Operator`,
            space: 'extra',
            cut: true,
            cell: ({ operatorName }) => <span title={operatorName}>{operatorName}</span>,
          },
          {
            key: 'tax',
            title: t`VAT`,
            end: true,
            space: 'widest',
            cell: ({ totals }) => (totals.totalVat === 0 ? '' : moneyText(totals.totalVat)),
          },
          {
            key: 'total',
            title: t`Total`,
            end: true,
            cell: ({ totals }) => moneyText(totals.totalIncludingTax),
          },
          {
            key: 'status',
            title: t`Status`,
            space: 'middle',
            cell: (row) => (
              <>
                <StatusPill status={row.shown} />
                {row.creditNotes ? (
                  <span className="dim small">
                    {' '}
                    {t({ context: 'mark of a list row', message: 'Refunded' })}
                  </span>
                ) : null}
              </>
            ),
          },
        ]}
      />
      {searching ? (
        <SearchFooter found={found} filter={filter} atMost={FOUND_IN_TABLE} />
      ) : shown === undefined || isEmpty || shown.more ? null : (
        <ListFooter why="end" filter={filter} last={oldestOf(shown.rows)} />
      )}
    </>
  )
}

import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { countInvoices } from '#data/invoices.ts'
import { searchInvoices } from '#data/search-invoices.ts'
import type { ShownStatus } from '#domain/invoices/shown-status.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { NothingYet } from '../nothing-yet.tsx'
import { useToday, useWorkplace } from '../workplace.ts'
import { InvoiceFilter } from './invoice-filter.tsx'
import classes from './invoice-list.module.css'
import { InvoiceRows } from './invoice-rows.tsx'
import { SubmittedSection } from './submitted-section.tsx'
import { useInvoicePages } from './use-invoice-pages.ts'

const FOUND_AT_MOST = 60

type Props = {
  readonly shown: ShownStatus | undefined
  readonly onFilter: (shown: ShownStatus | undefined) => void
}

/** All invoices of the company, newest first, straight from this phone. */
export function InvoiceListScreen({ shown, onFilter }: Props) {
  const { t } = useLingui()
  const { db, company } = useWorkplace()
  const today = useToday()
  const [text, setText] = useState('')
  const counts = useLiveQuery(() => countInvoices(db), [db])
  const searching = text.trim() !== ''
  const found = useLiveQuery(
    () => (searching ? searchInvoices(db, { text, limit: FOUND_AT_MOST }) : undefined),
    [db, text, searching],
  )
  const pages = useInvoicePages(db, shown)
  if (company === null) {
    return (
      <div className="page">
        <EmptyState whole icon="receipt" title={t`No company`}>
          {t`Your account works for no company, so it has no invoices.`}
        </EmptyState>
      </div>
    )
  }
  const rows = searching ? found : pages.rows
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t`Invoices`}</h1>
        <Button component={Link} to="/new-invoice" className={classes.new} leftSection={<Icon name="plus" />}>
          {t`New invoice`}
        </Button>
      </div>
      <InvoiceFilter text={text} onText={setText} shown={shown} onFilter={onFilter} counts={counts} />
      {shown === 'submitted' ? <SubmittedSection /> : null}
      {rows === undefined ? (
        <div className={classes.waiting} aria-busy="true" />
      ) : rows.length > 0 ? (
        <InvoiceRows
          rows={rows}
          today={today}
          onEnd={searching ? undefined : pages.more}
          total={searching ? rows.length : undefined}
        />
      ) : searching ? (
        <EmptyState icon="search" title={t`No results`}>
          {t`Search by the beginning of the customer's name or by the receipt number.`}
        </EmptyState>
      ) : shown ? (
        <NothingYet>
          <EmptyState icon="receipt" title={t`No invoices here`}>
            {t`No invoice has this status now.`}
          </EmptyState>
        </NothingYet>
      ) : (
        <NothingYet>
          <EmptyState
            icon="receipt"
            title={t`No invoices yet`}
            action={
              <Button component={Link} to="/new-invoice" leftSection={<Icon name="plus" />}>
                {t`Make the first invoice`}
              </Button>
            }
          >
            {t`Choose what was sold and how it was paid. It works without a connection: the invoice is kept on this phone and sent to TRA when the line is back.`}
          </EmptyState>
        </NothingYet>
      )}
    </div>
  )
}

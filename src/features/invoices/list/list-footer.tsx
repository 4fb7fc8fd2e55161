import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyOrFetching } from '#app-context/empty-or-fetching.tsx'
import type { InvoiceRow } from '#data/rows.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import type { ListFilter } from './list-search-params.ts'
import { OlderInvoices } from './older-invoices.tsx'

type Props = {
  /** No company to list for; nothing to list; or the end of what this phone keeps. */
  readonly why: 'no-company' | 'empty' | 'end'
  readonly filter: ListFilter
  readonly last?: InvoiceRow | undefined
}

/** What is shown after the last row on this phone. */
export function ListFooter({ why, filter, last }: Props) {
  const { t } = useLingui()
  if (why === 'no-company') {
    return (
      <EmptyState standalone icon="receipt" title={t`No company`}>
        {t`Your account is not linked to a company, so there are no invoices.`}
      </EmptyState>
    )
  }
  const hasPeriod = filter.period.from !== undefined || filter.period.to !== undefined
  return (
    <>
      {why === 'end' ? null : hasPeriod ? (
        <EmptyState icon="receipt" title={t`No invoices here`}>
          {t`No invoices on this phone for this period.`}
        </EmptyState>
      ) : filter.shown ? (
        <EmptyOrFetching>
          <EmptyState icon="receipt" title={t`No invoices here`}>
            {t`No invoices with this status.`}
          </EmptyState>
        </EmptyOrFetching>
      ) : (
        <EmptyOrFetching>
          <EmptyState
            icon="receipt"
            title={t`No invoices yet`}
            action={
              <Button component={Link} to="/new-invoice" leftSection={<Icon name="plus" />}>
                {t`Create your first invoice`}
              </Button>
            }
          >
            {t`Choose what you sold and how it was paid. It works offline: the invoice is saved on this phone and sent to TRA when you are online.`}
          </EmptyState>
        </EmptyOrFetching>
      )}
      <OlderInvoices filter={filter} last={last} />
    </>
  )
}

import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { InvoiceRow } from '#data/rows.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { NothingYet } from '../nothing-yet.tsx'
import type { ListFilter } from './list-address.ts'
import { OlderInvoices } from './older-invoices.tsx'

type Props = {
  /** Nobody to list for; nothing to list; or the end of what this phone keeps. */
  readonly why: 'no-company' | 'empty' | 'end'
  readonly filter: ListFilter
  readonly last?: InvoiceRow | undefined
}

/** What stands where the rows of this phone end. */
export function ListFoot({ why, filter, last }: Props) {
  const { t } = useLingui()
  if (why === 'no-company') {
    return (
      <EmptyState whole icon="receipt" title={t`No company`}>
        {t`Your account works for no company, so it has no invoices.`}
      </EmptyState>
    )
  }
  const dated = filter.period.from !== undefined || filter.period.to !== undefined
  return (
    <>
      {why === 'end' ? null : dated ? (
        <EmptyState icon="receipt" title={t`No invoices here`}>
          {t`This phone has no invoice of these days.`}
        </EmptyState>
      ) : filter.shown ? (
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
      <OlderInvoices filter={filter} last={last} />
    </>
  )
}

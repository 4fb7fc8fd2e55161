import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { Suspense, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { EmptyOrFetching } from '#app-context/empty-or-fetching.tsx'
import { ROW_CLASS, RowContent } from '#blocks/day-list/row-content.tsx'
import { NoCompany } from '#blocks/no-company.tsx'
import { StatusPill } from '#blocks/status-pill/status-pill.tsx'
import { useCustomerDetail } from '#blocks/use-customer-detail.ts'
import type { Debt } from '#data/collections.ts'
import {
  type CustomerFigures,
  type CustomerSales,
  readCustomer,
  readCustomerSales,
} from '#data/customer-sales.ts'
import { dayText, fiscalDayOf } from '#domain/calendar/east-africa.ts'
import { vrnText } from '#domain/identity/vrn.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { DebtRows } from './debt-rows.tsx'
import { RemindButtons } from './remind-button.tsx'
import { useStatement } from './use-statement.ts'

const CollectSheet = lazyComponent(async () => (await import('#app-context/collect-sheet.tsx')).CollectSheet)

const PAGE = 20

type Props = {
  readonly customerId: string
  /** Shown beside the list of customers, not as a page. */
  readonly beside?: boolean
}

/** What was sold to a customer and what is owed. */
function Figures({ figures: { sold, owed, count, hasReturns } }: { figures: CustomerFigures }) {
  const { t } = useLingui()
  return (
    <>
      <p>
        <strong>{t`Sales: ${moneyText(sold)}`}</strong>
        <br />
        <strong>{t`Owed: ${moneyText(owed)}`}</strong>
        <br />
        <span className="dim">{t`Invoices: ${count}`}</span>
      </p>
      {hasReturns ? (
        <p className="dim small">
          {t`Sales are counted as TRA counts them: refunded and canceled amounts are still in them.`}
        </p>
      ) : null}
    </>
  )
}

/** Why there are no sums yet. */
function Missing({ missing }: Pick<CustomerSales, 'missing'>) {
  const { t } = useLingui()
  if (missing === 'keys') return <p className="dim">{t`Older sales are still being counted.`}</p>
  return (
    <p className="notice" role="status">
      <Icon name="refresh" size={20} />
      {t`Your company's data is still loading. You can keep selling.`}
    </p>
  )
}

/** One customer: what was sold, what is owed, every invoice; all from this phone. */
export function CustomerScreen({ customerId, beside = false }: Props) {
  const { t } = useLingui()
  const { db, company } = useAppContext()
  const navigate = useNavigate()
  const formatDetail = useCustomerDetail()
  const [limit, setLimit] = useState(PAGE)
  const [collecting, setCollecting] = useState<Debt>()
  const [busy, saveStatement] = useStatement()
  const found = useLiveQuery(() => readCustomer(db, customerId), [db, customerId])
  const { customer, ids } = found ?? {}
  const view = useLiveQuery(() => ids && readCustomerSales(db, ids), [db, ids?.join()])
  const page = beside ? '' : 'page'
  if (!company) {
    return (
      <NoCompany icon="people">{t`Your account is not linked to a company, so there are no customers.`}</NoCompany>
    )
  }
  const [Title, Part] = beside ? (['h2', 'h3'] as const) : (['h1', 'h2'] as const)
  // Not those of the customer before.
  if (!found || !view || view.ids.join() !== found.ids.join())
    return <div className={page} aria-busy="true" />
  if (!customer) {
    return (
      <div className={page}>
        <EmptyOrFetching>
          <EmptyState standalone={!beside} icon="people" title={t`Customer not found`}>
            {t`The customer may have been deleted on another phone.`}
          </EmptyState>
        </EmptyOrFetching>
      </div>
    )
  }
  const { rows, sales, collections, debts, figures, missing } = view
  const { email, vatRegistrationNumber: vrn } = customer
  const contact = [email, vrn === '' ? '' : `${t`VRN`} ${vrnText(vrn)}`]
    .filter((part) => part !== '')
    .join(' · ')
  return (
    <div className={`${page} stack`}>
      <div className="page-head">
        <Title>{customer.name}</Title>
        <Button
          variant="default"
          onClick={() => void navigate({ to: '/customers', search: { open: customer.id } })}
        >
          {t`Edit`}
        </Button>
      </div>
      <p className="dim">{formatDetail(customer) || t`No identification`}</p>
      {contact === '' ? null : <p className="dim">{contact}</p>}
      {customer.active ? null : <p className="notice">{t`This customer is archived.`}</p>}
      <section className="card stack">
        {figures ? <Figures figures={figures} /> : <Missing missing={missing} />}
        {debts.length > 0 ? <DebtRows debts={debts} onCollect={setCollecting} /> : null}
        {figures && debts.length > 0 ? (
          <RemindButtons name={customer.name} phone={customer.phone} owed={figures.owed} />
        ) : null}
      </section>
      <Button
        variant="default"
        loading={busy}
        disabled={sales.length === 0 || figures === undefined}
        leftSection={<Icon name="paper" size={18} />}
        onClick={() => saveStatement({ name: customer.name, sales, collections })}
      >
        {t`Statement as PDF`}
      </Button>
      <Part className="section-title">{t`Invoices`}</Part>
      {rows.length === 0 && figures ? (
        <p className="dim">{t`No invoices for this customer on this phone.`}</p>
      ) : null}
      {rows.slice(0, limit).map((row) => (
        <Link key={row.id} to="/invoice/$id" params={{ id: row.id }} className={ROW_CLASS}>
          <RowContent
            name={row.receipt?.rctvnum ?? t`Invoice`}
            total={moneyText(row.totals.totalIncludingTax)}
            detail={dayText(fiscalDayOf(row.saleAt))}
            status={<StatusPill status={row.shown} />}
          />
        </Link>
      ))}
      {rows.length > limit ? (
        <Button variant="default" onClick={() => setLimit(limit + PAGE)}>
          {t`Show more`}
        </Button>
      ) : null}
      {collecting ? (
        <Suspense>
          <CollectSheet debt={collecting} onClose={() => setCollecting(undefined)} />
        </Suspense>
      ) : null}
    </div>
  )
}

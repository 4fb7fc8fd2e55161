import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { ROW_CLASS, RowContent } from '#blocks/day-list/row-content.tsx'
import { StatusPill } from '#blocks/status-pill/status-pill.tsx'
import { useCustomerDetail } from '#blocks/use-customer-detail.ts'
import { type Debt, debtsOf, listCollections, listInvoicesOf, listSales } from '#data/collections.ts'
import { findCustomer } from '#data/customers.ts'
import { listIdsOf, readMergeTargets } from '#data/merged-customers.ts'
import { dayText, fiscalDayOf } from '#domain/calendar/east-africa.ts'
import { vrnText } from '#domain/identity/vrn.ts'
import { sumCents } from '#domain/money/cents.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { CollectSheet } from './collect-sheet.tsx'
import { DebtRows } from './debt-rows.tsx'
import { RemindButtons } from './remind-button.tsx'
import { useStatement } from './use-statement.ts'

const PAGE = 20

type Props = {
  readonly customerId: string
  /** Shown beside the list of customers, not as a page. */
  readonly beside?: boolean
}

/** One customer: what was sold, what is owed, every invoice; all from this phone. */
export function CustomerScreen({ customerId, beside = false }: Props) {
  const { t } = useLingui()
  const { db } = useAppContext()
  const navigate = useNavigate()
  const formatDetail = useCustomerDetail()
  const [limit, setLimit] = useState(PAGE)
  const [collecting, setCollecting] = useState<Debt>()
  const [busy, saveStatement] = useStatement()
  const view = useLiveQuery(async () => {
    const into = await readMergeTargets(db)
    const customer = await findCustomer(db, into(customerId))
    const rows = customer ? await listInvoicesOf(db, await listIdsOf(db, customer)) : []
    const sales = await listSales(db, rows)
    const collections = await listCollections(
      db,
      sales.map(({ row }) => row.id),
    )
    return { customer, rows, sales, collections }
  }, [db, customerId])
  const page = beside ? '' : 'page'
  const [Title, Part] = beside ? (['h2', 'h3'] as const) : (['h1', 'h2'] as const)
  if (view === undefined) return <div className={page} aria-busy="true" />
  const { customer, rows, sales, collections } = view
  if (!customer) {
    return (
      <div className={page}>
        <EmptyState standalone={!beside} icon="people" title={t`Customer not found`}>
          {t`The customer may have been deleted on another phone.`}
        </EmptyState>
      </div>
    )
  }
  const { email, vatRegistrationNumber: vrn } = customer
  const contact = [email, vrn === '' ? '' : `${t`VRN`} ${vrnText(vrn)}`]
    .filter((part) => part !== '')
    .join(' · ')
  const debts = debtsOf(sales, collections)
    .filter(({ owed }) => owed > 0)
    .reverse()
  const owed = sumCents(debts.map((debt) => debt.owed))
  const total = sumCents(sales.map(({ row }) => row.totals.totalIncludingTax))
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
        <p>
          <strong>{t`Sales: ${moneyText(total)}`}</strong>
          <br />
          <strong>{t`Owed: ${moneyText(owed)}`}</strong>
          <br />
          <span className="dim">{t`Invoices: ${sales.length}`}</span>
        </p>
        {debts.length > 0 ? (
          <>
            <DebtRows debts={debts} onCollect={setCollecting} />
            <RemindButtons name={customer.name} phone={customer.phone} owed={owed} />
          </>
        ) : null}
      </section>
      <Button
        variant="default"
        loading={busy}
        disabled={sales.length === 0}
        leftSection={<Icon name="paper" size={18} />}
        onClick={() => saveStatement({ name: customer.name, sales, collections })}
      >
        {t`Statement as PDF`}
      </Button>
      <Part className="section-title">{t`Invoices`}</Part>
      {rows.length === 0 ? <p className="dim">{t`No invoices for this customer on this phone.`}</p> : null}
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
      {collecting ? <CollectSheet debt={collecting} onClose={() => setCollecting(undefined)} /> : null}
    </div>
  )
}

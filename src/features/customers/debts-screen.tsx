import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { Suspense, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { EmptyOrFetching } from '#app-context/empty-or-fetching.tsx'
import { NoCompany } from '#blocks/no-company.tsx'
import type { Debt } from '#data/collections.ts'
import { listDebtors } from '#data/debtors.ts'
import { findMeta } from '#data/meta.ts'
import { sumCents } from '#domain/money/cents.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { DebtRows } from './debt-rows.tsx'
import { RemindButtons } from './remind-button.tsx'

const CollectSheet = lazyComponent(async () => (await import('#app-context/collect-sheet.tsx')).CollectSheet)

/** Debtors shown at a time: a phone takes seconds to render hundreds. */
const PAGE = 30

/** Who owes the shop, how much and for how long; a payment is recorded here, with or without a line. */
export function DebtsScreen() {
  const { t } = useLingui()
  const { company, db } = useAppContext()
  const [collecting, setCollecting] = useState<Debt>()
  const [limit, setLimit] = useState(PAGE)
  const debtors = useLiveQuery(() => listDebtors(db), [db])
  // Older sales get their keys piece by piece after an update: until then the sum is not whole.
  const counting = useLiveQuery(async () => (await findMeta(db, 'keyless-before')) !== undefined, [db])
  const isFetched = useLiveQuery(async () => (await findMeta(db, 'first-pull-done')) === true, [db])
  if (company === null) {
    return (
      <NoCompany icon="people">{t`Your account is not linked to a company, so there are no customers.`}</NoCompany>
    )
  }
  const total = moneyText(sumCents((debtors ?? []).map(({ owed }) => owed)))
  return (
    <div className="page stack" aria-busy={debtors === undefined}>
      <h1>{t`Who owes`}</h1>
      {isFetched === false && debtors?.length !== 0 ? (
        <p className="notice" role="status">
          <Icon name="refresh" size={20} />
          {t`Your company's data is still loading. You can keep selling.`}
        </p>
      ) : null}
      {isFetched && debtors && debtors.length > 0 ? <p>{t`Owed in all: ${total}`}</p> : null}
      {counting ? <p className="dim">{t`Older sales are still being counted.`}</p> : null}
      {debtors?.length === 0 ? (
        <EmptyOrFetching>
          <EmptyState icon="check" title={t`Nobody owes you anything`}>
            {t`A sale that is submitted unpaid is listed here until it is paid.`}
          </EmptyState>
        </EmptyOrFetching>
      ) : null}
      {debtors?.slice(0, limit).map(({ key, customerId, name, phone, owed, debts }) => (
        <section key={key} className="card stack" aria-label={name || t`Walk-in customer`}>
          <div className="page-head">
            <h2 className="section-title">
              {customerId === null ? (
                name || t`Walk-in customer`
              ) : (
                <Link to="/customer/$id" params={{ id: customerId }} className="text-button">
                  {name}
                </Link>
              )}
            </h2>
            <strong>{moneyText(owed)}</strong>
          </div>
          <DebtRows debts={debts} onCollect={setCollecting} />
          {/* A reminder to a buyer who is not known would ask whichever contact is chosen. */}
          {name === '' && phone === '' ? null : <RemindButtons name={name} phone={phone} owed={owed} />}
        </section>
      ))}
      {debtors && debtors.length > limit ? (
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

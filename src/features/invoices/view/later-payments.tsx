import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useAppContext } from '#app-context/app-context.ts'
import { EarlierPayments } from '#blocks/collections/earlier-payments.tsx'
import { cancelCollection } from '#commands/collections.ts'
import { listCollections, readOwed } from '#data/collections.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { collectedFor } from '#domain/collections/owed.ts'
import { moneyText } from '#domain/money/money-text.ts'

/**
 * What a sale on credit was paid since, and what is owed. The list of debts has only what is still owed: a payment
 * entered by mistake is found here when it was all of it, also after the sale was canceled.
 */
export function LaterPayments({ row }: { row: InvoiceRow }) {
  const { t } = useLingui()
  const { account, commands, db } = useAppContext()
  const collections = useLiveQuery(() => listCollections(db, [row.id]), [db, row.id]) ?? []
  const owed = useLiveQuery(() => readOwed(db, row), [db, row])
  if (collectedFor(row.id, collections) === 0) return null
  return (
    <div className="card stack">
      <EarlierPayments collections={collections} onCancel={(id) => cancelCollection(account, commands, id)} />
      {row.status === 'canceled' || owed === undefined ? null : <p>{t`Owed: ${moneyText(owed)}`}</p>}
    </div>
  )
}

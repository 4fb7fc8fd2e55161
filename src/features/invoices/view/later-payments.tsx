import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useAppContext } from '#app-context/app-context.ts'
import { EarlierPayments } from '#blocks/collections/earlier-payments.tsx'
import { cancelCollection } from '#commands/collections.ts'
import { listCollections } from '#data/collections.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { collectedFor, stillOwed } from '#domain/collections/owed.ts'
import { moneyText } from '#domain/money/money-text.ts'

/**
 * What a sale on credit was paid since, and what is owed. The list of debts has only what is still owed: a payment
 * entered by mistake is found here when it was all of it, also after the sale was canceled.
 */
export function LaterPayments({ row }: { row: InvoiceRow }) {
  const { t } = useLingui()
  const { account, commands, db } = useAppContext()
  const collections = useLiveQuery(() => listCollections(db, [row.id]), [db, row.id]) ?? []
  if (collectedFor(row.id, collections) === 0) return null
  return (
    <div className="card stack">
      <EarlierPayments collections={collections} onCancel={(id) => cancelCollection(account, commands, id)} />
      {row.status === 'canceled' ? null : <p>{t`Owed: ${moneyText(stillOwed(row, collections))}`}</p>}
    </div>
  )
}

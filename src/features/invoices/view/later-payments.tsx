import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { Suspense, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { EarlierPayments } from '#blocks/collections/earlier-payments.tsx'
import { cancelCollection } from '#commands/collections.ts'
import { listCollections, readPayable } from '#data/collections.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { collectedFor } from '#domain/collections/owed.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'

const CollectSheet = lazyComponent(async () => (await import('#app-context/collect-sheet.tsx')).CollectSheet)

/**
 * What a sale on credit was paid since, and what is owed. The list of debts has only what is still owed: a payment
 * entered by mistake is found here when it was all of it, also after the sale was canceled, and can be entered again,
 * also when all goods came back meanwhile.
 */
export function LaterPayments({ row }: { row: InvoiceRow }) {
  const { t } = useLingui()
  const { account, commands, db } = useAppContext()
  const [collecting, setCollecting] = useState(false)
  const collections = useLiveQuery(() => listCollections(db, [row.id]), [db, row.id]) ?? []
  const payable = useLiveQuery(() => readPayable(db, row, undefined), [db, row])
  if (!payable) return null
  const { owed, atMost } = payable
  if (collectedFor(row.id, collections) === 0 && atMost === owed && !collecting) return null
  return (
    <div className="card stack">
      <EarlierPayments collections={collections} onCancel={(id) => cancelCollection(account, commands, id)} />
      {row.status === 'canceled' ? null : <p>{t`Owed: ${moneyText(owed)}`}</p>}
      {atMost > 0 ? (
        <Button variant="default" onClick={() => setCollecting(true)}>
          {t`Record a payment`}
        </Button>
      ) : null}
      {collecting ? (
        <Suspense>
          <CollectSheet debt={{ row, owed }} onClose={() => setCollecting(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { type SyntheticEvent, useLayoutEffect, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import { LowStock } from '#blocks/catalogue-list/low-stock.tsx'
import { saveProduct } from '#commands/catalogue.ts'
import { addStock } from '#commands/stock.ts'
import type { ProductRow } from '#data/rows.ts'
import { readStock } from '#data/stock.ts'
import { parseQuantity, type Quantity, quantityText, toQuantity } from '#domain/money/quantity.ts'
import { isLowStock, STOCK_REASONS } from '#domain/stock/stock.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'

/** 0 is a level and a count, but no quantity on a line. */
function readLevel(text: string): Quantity | undefined {
  return /^0+$/.test(text.trim()) ? toQuantity(0) : parseQuantity(text)
}

type Props = {
  readonly row: ProductRow
  /** Called when something begins or ceases to be typed and not saved; the same function every time. */
  readonly onUnsaved?: ((unsaved: boolean) => void) | undefined
}

/** The stock of a product: its level, what came or was counted, and from where on it is low. Counting is optional. */
export function StockPart({ row, onUnsaved }: Props) {
  const { t } = useLingui()
  const { account, commands, db } = useAppContext()
  const toast = useToasts((state) => state.show)
  const showFailure = useFailureToast()
  const [reason, setReason] = useState<(typeof STOCK_REASONS)[number]>('received')
  const [text, setText] = useState('')
  const [typedLow, setLow] = useState<string>()
  const savedLow = quantityText(row.lowStock ?? toQuantity(0))
  const low = typedLow ?? savedLow
  const unsaved = text !== '' || low !== savedLow
  useLayoutEffect(() => {
    onUnsaved?.(unsaved)
  }, [onUnsaved, unsaved])
  const [wrong, setWrong] = useState<'entered' | 'low'>()
  const [saving, run] = useAction()
  const level = useLiveQuery(async () => (await readStock(db, [row.id])).get(row.id) ?? null, [db, row.id])
  const isOf = (path: 'entered' | 'low') =>
    wrong === path ? t`Enter a quantity, for example 12 or 2.5` : undefined
  const names = { received: t`Goods came in`, counted: t`Counted on the shelf`, lost: t`Lost or used` }
  const enter = async (event: SyntheticEvent) => {
    event.preventDefault()
    const entered = readLevel(text)
    const isMissing = entered === undefined || (entered === 0 && reason !== 'counted')
    setWrong(isMissing ? 'entered' : undefined)
    if (isMissing) return
    const result = await run(() => addStock(account, commands, { productId: row.id, reason, entered }))
    if (result === undefined) return
    if (!result.ok) {
      showFailure(
        result.refusals[0]?.code ?? 'UNEXPECTED',
        (why) => `${t`The stock could not be saved`}: ${why}`,
      )
      return
    }
    setText('')
    toast({ tone: 'good', text: t`Stock saved` })
  }
  const warn = async (event: SyntheticEvent) => {
    event.preventDefault()
    const lowStock = readLevel(low)
    setWrong(lowStock === undefined ? 'low' : undefined)
    if (lowStock === undefined) return
    const result = await run(() =>
      saveProduct(account, commands, { productId: row.id, form: { ...row, lowStock }, active: row.active }),
    )
    if (result?.ok) toast({ tone: 'good', text: t`Product saved` })
    else if (result) toast({ tone: 'bad', text: t`The product could not be saved` })
  }
  const left = typeof level === 'number' ? quantityText(toQuantity(level)) : undefined
  return (
    <details>
      <summary style={{ minHeight: '3rem', paddingBlock: '0.75rem', cursor: 'pointer' }}>
        {left === undefined ? t`Stock: not counted` : t`Stock: ${left}`}{' '}
        {typeof level === 'number' && isLowStock(level, row.lowStock) ? <LowStock /> : null}
      </summary>
      <div className="stack">
        <p className="dim small">
          {t`Sales of every phone count the stock down, refunds and cancellations up. It never stops a sale.`}
        </p>
        <form className="stack" onSubmit={(event) => void enter(event)} noValidate>
          <NativeSelect
            label={t`What happened`}
            value={reason}
            onChange={({ currentTarget: { value } }) =>
              setReason(STOCK_REASONS.find((known) => known === value) ?? 'received')
            }
            data={STOCK_REASONS.map((value) => ({ value, label: names[value] }))}
          />
          <TextInput
            label={t`Quantity`}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={isOf('entered')}
            inputMode="decimal"
            autoComplete="off"
          />
          <Button type="submit" loading={saving} variant="default" fullWidth>
            {t`Save the stock`}
          </Button>
        </form>
        <form className="stack" onSubmit={(event) => void warn(event)} noValidate>
          <TextInput
            label={t`Mark as low from this level down`}
            value={low}
            onChange={(event) => setLow(event.currentTarget.value)}
            error={isOf('low')}
            inputMode="decimal"
            autoComplete="off"
          />
          <Button type="submit" loading={saving} variant="default" fullWidth>
            {t`Save the level`}
          </Button>
        </form>
      </div>
    </details>
  )
}

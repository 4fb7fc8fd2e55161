import { useLingui } from '@lingui/react/macro'
import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { type StoreApi, useStore } from 'zustand'
import { ProductPicker } from '#blocks/pickers/product-picker.tsx'
import { useTaxNames } from '#blocks/use-tax-names.ts'
import type { Company } from '#domain/companies/company.ts'
import type { AmountType } from '#domain/invoices/invoice.ts'
import type { ProductForm } from '#domain/products/check-product.ts'
import type { Product } from '#domain/products/product.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { AMOUNT_TYPE_NAMES } from '#i18n/trade-names.ts'
import { useSay } from '#i18n/use-say.ts'
import { saveProduct } from '#sync/commands/catalogue.ts'
import { useEnvironment } from '#ui/environment.ts'
import { Icon } from '#ui/icon.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useToday, useWorkplace } from '../workplace.ts'
import classes from './editor.module.css'
import { type Editor, withAmountType, withProduct } from './editor-store.ts'
import { LineCard } from './line-card.tsx'

type Props = {
  readonly store: StoreApi<Editor>
  readonly errorAt: (path: string) => string | undefined
  readonly company: Company
}

/** What is sold: the lines, and the way to add more. */
export function LinesSection({ store, errorAt }: Props) {
  const { t } = useLingui()
  const say = useSay()
  const { newId } = useEnvironment()
  const toast = useToasts((state) => state.show)
  const { account, commands, db, session, vatRegistered } = useWorkplace()
  const today = useToday()
  const taxNames = useTaxNames(session.rates, today)
  const { lines, amountType } = useStore(store, (state) => state.content)
  const [adding, setAdding] = useState(false)

  const add = (product: Product) => {
    const { content, change, mark } = store.getState()
    const pricing = { day: today, rates: session.rates, vatRegistered, amountType: content.amountType }
    const next = withProduct(content, product, pricing, newId())
    if (!next) {
      toast({ tone: 'bad', text: say(errorMessage('INVOICE_LINE_RATE_OUTDATED')) })
      return
    }
    const held = content.lines.find((line) => line.productId === product.id)
    if (held) mark(`${held.id}.quantity`, false)
    change(() => next)
  }
  const create = async (form: ProductForm) => {
    const kept = await saveProduct(account, commands, { form })
    if (kept.kind === 'refused') return kept.refusals
    if (kept.kind === 'not-kept') return [{ path: '', code: kept.code }]
    add(kept.value)
    return []
  }
  const error = errorAt('lines')
  return (
    <section className={classes.section} aria-labelledby="editor-lines">
      <h2 className="section-title" id="editor-lines">
        {t`Items`}
      </h2>
      {lines.map((line, index) => (
        <LineCard
          key={line.id}
          line={line}
          index={index}
          store={store}
          errorAt={errorAt}
          taxNames={taxNames}
          rates={session.rates}
          vatRegistered={vatRegistered}
        />
      ))}
      <Button
        variant={lines.length === 0 ? 'filled' : 'light'}
        onClick={() => setAdding(true)}
        leftSection={<Icon name="plus" />}
        data-refused={error !== undefined}
        fullWidth
      >
        {t`Add item`}
      </Button>
      {error ? <p className="field-error">{error}</p> : null}
      {vatRegistered && lines.length > 0 ? (
        <SegmentedControl<AmountType>
          fullWidth
          aria-label={t`How prices are written`}
          value={amountType}
          onChange={(chosen) => store.getState().change((content) => withAmountType(content, chosen))}
          data={(['INCLUSIVE', 'EXCLUSIVE'] as const).map((value) => ({
            value,
            label: say(AMOUNT_TYPE_NAMES[value]),
          }))}
        />
      ) : null}
      <ProductPicker
        db={db}
        opened={adding}
        onClose={() => setAdding(false)}
        quantityOf={(productId) => lines.find((line) => line.productId === productId)?.quantity}
        lineCount={lines.length}
        onPick={add}
        onCreate={create}
        taxNames={taxNames}
        vatRegistered={vatRegistered}
      />
    </section>
  )
}

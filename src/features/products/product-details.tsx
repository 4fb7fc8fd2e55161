import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { ProductForm } from '#blocks/product-form/product-form.tsx'
import { useProductCategories } from '#blocks/product-form/use-product-categories.ts'
import { DeletedNotice } from '#blocks/record-form/deleted-notice.tsx'
import { useCurrentRecord } from '#blocks/record-form/use-current-record.ts'
import { useKeptTyping } from '#blocks/record-form/use-kept-typing.ts'
import { useTaxNames } from '#blocks/use-tax-names.ts'
import { saveProduct } from '#commands/catalogue.ts'
import { findProduct } from '#data/products.ts'
import type { ProductRow } from '#data/rows.ts'
import type { ProductForm as Fields } from '#domain/products/check-product.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { FailureNote } from '#ui/failure-note.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { ProductActions } from './product-actions.tsx'
import { StockPart } from './stock-part.tsx'

type Closing = {
  /** It was saved or deleted, or what was typed is discarded. */
  readonly onDone: () => void
  /** It was switched off or on; what is typed in the form is not saved by that. */
  readonly onSwitched: () => void
  /** Called when something begins or ceases to be typed and not saved; the same function every time. */
  readonly onUnsaved: (unsaved: boolean) => void
}

type Props = Closing & {
  readonly row: ProductRow
  /** What the server refused of it. */
  readonly refused?: readonly FieldRefusal<string>[]
}

const NONE: readonly FieldRefusal<string>[] = []

/** A product to change: its fields, its stock, and what is done with it as a whole. */
export function ProductDetails({ row: opened, refused = NONE, onDone, onSwitched, onUnsaved }: Props) {
  const { t } = useLingui()
  const { account, commands, db, session, vatRegistered } = useAppContext()
  const taxNames = useTaxNames(session.rates, useToday())
  const categories = useProductCategories(db)
  const toast = useToasts((state) => state.show)
  // The product as it is now: saving must not put back what was changed since the details were opened.
  const { row = opened, deleted } = useCurrentRecord(db, findProduct, opened.id, opened)
  const [isFormUnsaved, setFormUnsaved] = useState(false)
  const [isStockUnsaved, setStockUnsaved] = useState(false)
  // A product that is gone has no stock.
  const kept = useKeptTyping(isFormUnsaved || (isStockUnsaved && !deleted), deleted, onUnsaved)
  const save = async (form: Fields) => {
    const result = await saveProduct(account, commands, { form, ...(deleted ? {} : { productId: row.id }) })
    if (!result.ok) return result.refusals
    // A quantity of the stock may still be typed below.
    if (!isStockUnsaved || deleted) onDone()
    toast({ tone: 'good', text: t`Product saved` })
    return []
  }
  if (deleted && !kept) return <FailureNote code="PRODUCT_NOT_FOUND" />
  return (
    <div className="stack">
      {deleted ? (
        <DeletedNotice onDiscard={onDone}>
          {t`This product was deleted on another phone. What you typed is still here: save it as a new product, or discard it.`}
        </DeletedNotice>
      ) : null}
      <ProductForm
        taxNames={taxNames}
        categories={categories}
        vatRegistered={vatRegistered}
        initial={row}
        serverRefusals={refused}
        onSave={save}
        onUnsaved={setFormUnsaved}
        saveLabel={deleted ? t`Save as a new product` : undefined}
      />
      {deleted ? null : (
        <>
          <StockPart row={row} onUnsaved={setStockUnsaved} />
          <ProductActions row={row} onSwitched={onSwitched} onDeleted={onDone} />
        </>
      )}
    </div>
  )
}

/** The same for a product of this phone, shown beside the table under its name. */
export function FoundProductDetails({ id, ...closing }: Closing & { readonly id: string }) {
  const { db } = useAppContext()
  const { row, deleted } = useCurrentRecord(db, findProduct, id)
  if (row === undefined) {
    return deleted ? <FailureNote code="PRODUCT_NOT_FOUND" /> : <div aria-busy="true" />
  }
  return (
    <div className="stack">
      <h2>{row.name}</h2>
      <ProductDetails row={row} {...closing} />
    </div>
  )
}

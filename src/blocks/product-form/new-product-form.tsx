import type { AccountDatabase } from '#data/account-database.ts'
import type { ProductForm as Fields } from '#domain/products/check-product.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import type { TaxType } from '#domain/tax/tax-type.ts'
import { RestoredNotice } from '../form-draft/restored-notice.tsx'
import { useFormDraft } from '../form-draft/use-form-draft.ts'
import { ProductForm } from './product-form.tsx'
import { useProductCategories } from './use-product-categories.ts'

type Props = {
  readonly db: AccountDatabase
  /** Names of the tax types with the rates of today. */
  readonly taxNames: Record<TaxType, string>
  readonly vatRegistered: boolean
  /** Values entered before the person asked for a new product. */
  readonly prefill: Partial<Fields>
  /** Saves the product and deletes the draft in one transaction; returns the refusals. */
  readonly onSave: (form: Fields) => Promise<readonly FieldRefusal<string>[]>
}

/** The form of a new product; typed values survive a reload. */
export function NewProductForm({ db, taxNames, vatRegistered, prefill, onSave }: Props) {
  const draft = useFormDraft(db, 'new-product', prefill)
  const categories = useProductCategories(db)
  if (!draft) return <div aria-busy="true" />
  return (
    <div className="stack">
      {draft.restored ? <RestoredNotice onDrop={draft.discard} /> : null}
      <ProductForm
        key={String(draft.restored)}
        taxNames={taxNames}
        categories={categories}
        vatRegistered={vatRegistered}
        initial={draft.initial}
        onChange={draft.save}
        onSave={onSave}
      />
    </div>
  )
}

import type { AccountDatabase } from '#data/account-database.ts'
import type { ProductForm as Fields } from '#domain/products/check-product.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import type { TaxType } from '#domain/tax/tax-type.ts'
import { RestoredNotice } from '../half-filled/restored-notice.tsx'
import { useHalfFilled } from '../half-filled/use-half-filled.ts'
import { ProductForm } from './product-form.tsx'

type Props = {
  readonly db: AccountDatabase
  /** Names of the tax types with the rates of today. */
  readonly taxNames: Record<TaxType, string>
  readonly vatRegistered: boolean
  /** What was written already where somebody asked for a new product. */
  readonly asked: Partial<Fields>
  readonly onSave: (form: Fields) => Promise<readonly FieldRefusal<string>[]>
}

/** The form of a new product; what is typed survives a reload. */
export function NewProductForm({ db, taxNames, vatRegistered, asked, onSave }: Props) {
  const half = useHalfFilled(db, 'new-product', asked)
  if (!half) return <div aria-busy="true" />
  return (
    <div className="stack">
      {half.restored ? <RestoredNotice onDrop={half.drop} /> : null}
      <ProductForm
        key={String(half.restored)}
        taxNames={taxNames}
        vatRegistered={vatRegistered}
        initial={half.initial}
        onChange={half.keep}
        onSave={async (form) => {
          const refusals = await onSave(form)
          if (refusals.length === 0) half.drop()
          return refusals
        }}
      />
    </div>
  )
}

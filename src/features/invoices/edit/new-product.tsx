import { useLingui } from '@lingui/react/macro'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { NewProductForm } from '#blocks/product-form/new-product-form.tsx'
import { useTaxNames } from '#blocks/use-tax-names.ts'
import type { ProductForm as Fields } from '#domain/products/check-product.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'

type Props = {
  /** What the new product has from the start: the name that was searched, or the code that was scanned. */
  readonly prefill: Partial<Fields>
  readonly onSave: (form: Fields) => Promise<readonly FieldRefusal<string>[]>
  readonly onClose: () => void
}

/** A new product that the price list does not have yet, saved there and put into the cart. */
export function NewProduct({ prefill, onSave, onClose }: Props) {
  const { t } = useLingui()
  const { db, session, vatRegistered } = useAppContext()
  const taxNames = useTaxNames(session.rates, useToday())
  return (
    <Sheet title={t`New product`} opened onClose={onClose}>
      <NewProductForm
        db={db}
        taxNames={taxNames}
        vatRegistered={vatRegistered}
        prefill={prefill}
        onSave={onSave}
      />
    </Sheet>
  )
}

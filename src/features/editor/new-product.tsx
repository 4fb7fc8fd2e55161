import { useLingui } from '@lingui/react/macro'
import { ProductForm } from '#blocks/product-form/product-form.tsx'
import { useTaxNames } from '#blocks/use-tax-names.ts'
import type { ProductForm as Fields } from '#domain/products/check-product.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToday, useWorkplace } from '../workplace.ts'

type Props = {
  readonly name: string
  readonly onSave: (form: Fields) => Promise<readonly FieldRefusal<string>[]>
  readonly onClose: () => void
}

/** A product that the price list does not have yet, kept there and put into the cart at once. */
export function NewProduct({ name, onSave, onClose }: Props) {
  const { t } = useLingui()
  const { session, vatRegistered } = useWorkplace()
  const taxNames = useTaxNames(session.rates, useToday())
  return (
    <Sheet title={t`New product`} opened onClose={onClose}>
      <ProductForm taxNames={taxNames} vatRegistered={vatRegistered} initial={{ name }} onSave={onSave} />
    </Sheet>
  )
}

import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import type { AggregateRow } from '#domain/reports/aggregate.ts'
import { breakdown, type SoldFilter, soldRows } from '#domain/reports/breakdown.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import classes from './sales.module.css'
import { type SoldNames, soldName } from './sold-names.ts'

type Props = {
  readonly rows: readonly AggregateRow[]
  readonly read: SoldNames
  readonly filter: SoldFilter
  readonly onFilter: (filter: SoldFilter) => void
}

type Option = { readonly value: string; readonly label: string }

/** The empty choice is everything; what has no name is chosen too, so each value begins with a sign. */
const ALL = ''
function optionOf(key: string | undefined): string {
  return key === undefined ? ALL : `=${key}`
}

function keyOf<Name extends string>(name: Name, value: string): Partial<Record<Name, string>> {
  const chosen: Partial<Record<Name, string>> = {}
  if (value !== ALL) chosen[name] = value.slice(1)
  return chosen
}

function sorted(options: readonly Option[]): Option[] {
  return [...options].sort((one, other) => one.label.localeCompare(other.label))
}

/** Limits the report to a category, a product, or both; what can be chosen was sold in the period. */
export function FilterPart({ rows, read, filter, onFilter }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { category, product } = filter
  const { categoryOf } = read
  const categories = breakdown(rows, 'category', categoryOf).map(({ key }) => ({
    value: optionOf(key),
    label: soldName('category', key, read, translate),
  }))
  const products = breakdown(
    soldRows(rows, keyOf('category', optionOf(category)), categoryOf),
    'product',
    (key) => key,
  ).map(({ key }) => ({
    value: optionOf(key),
    label: soldName('product', key, read, translate),
  }))
  return (
    <div className={classes.filters}>
      <NativeSelect
        label={t`Category`}
        value={optionOf(category)}
        onChange={({ currentTarget: { value } }) => onFilter(keyOf('category', value))}
        data={[{ value: ALL, label: t`All categories` }, ...sorted(categories)]}
      />
      <NativeSelect
        label={t`Product`}
        value={optionOf(product)}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ ...keyOf('category', optionOf(category)), ...keyOf('product', value) })
        }
        data={[{ value: ALL, label: t`All products` }, ...sorted(products)]}
      />
    </div>
  )
}

import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { memo, Suspense, useState } from 'react'
import { useToday } from '#app-context/app-context.ts'
import { PeriodButton } from '#blocks/period/period-button.tsx'
import { paramsOfPeriod, rangeFromParams } from '#blocks/report/report-search-params.ts'
import { EXPENSE_CATEGORIES, EXPENSE_STATUSES } from '#domain/expenses/expense.ts'
import type { ExpenseFilter } from '#domain/expenses/expense-filter.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useCategories } from './categories/use-categories.ts'
import { EXPENSE_STATUS_NAMES } from './expense-names.ts'

const PeriodSheet = lazyComponent(async () => (await import('#blocks/period/period-sheet.tsx')).PeriodSheet)

type Props = {
  readonly filter: ExpenseFilter
  readonly onChange: (filter: ExpenseFilter) => void
  /** Begins to choose several; absent while that is being done, and where there is nothing to choose. */
  readonly onSelect: (() => void) | undefined
}

/**
 * Which expenses are listed: of some days, in one status, of one category. Not rendered again while a person types in the
 * search field above it.
 */
export const ExpenseFilterPart = memo(function ExpenseFilterPart({ filter, onChange, onSelect }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const categories = useCategories()
  const [choosing, setChoosing] = useState(false)
  const { from, to } = filter
  const open = () => setChoosing(true)
  return (
    <fieldset
      className="tools"
      aria-label={t({ context: 'of a list', message: 'Filter' })}
      style={{
        margin: 0,
        padding: 0,
        border: 0,
      }}
    >
      {from === undefined && to === undefined ? (
        <button
          type="button"
          aria-haspopup="dialog"
          className="button button-quiet"
          style={{ gap: '0.5rem', paddingInline: '0.5rem' }}
          onClick={open}
        >
          <Icon name="calendar" size={20} />
          {t({ context: 'of a list', message: 'All dates' })}
        </button>
      ) : (
        <PeriodButton
          {...rangeFromParams(paramsOfPeriod({ from, to }, today), today)}
          today={today}
          onClick={open}
        />
      )}
      <NativeSelect
        aria-label={t({ context: 'of expenses', message: 'Status' })}
        value={filter.status ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, status: EXPENSE_STATUSES.find((known) => known === value) })
        }
        data={[
          { value: '', label: t({ context: 'of expenses', message: 'All statuses' }) },
          ...EXPENSE_STATUSES.map((value) => ({ value, label: translate(EXPENSE_STATUS_NAMES[value]) })),
        ]}
      />
      <NativeSelect
        aria-label={t`Category`}
        style={{ flex: '2 1 9rem' }}
        value={filter.category ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, category: value === '' ? undefined : value })
        }
        data={[
          { value: '', label: t({ context: 'of expenses', message: 'All categories' }) },
          ...(categories ?? []).map(({ id, code, shownName }) => ({
            value: EXPENSE_CATEGORIES.find((known) => known === code) ?? id,
            label: shownName,
          })),
        ]}
      />
      {onSelect ? (
        <button
          type="button"
          className="button button-quiet"
          style={{ paddingInline: '0.5rem' }}
          onClick={onSelect}
        >
          {t({ context: 'several expenses', message: 'Select' })}
        </button>
      ) : null}
      {choosing ? (
        <Suspense>
          <PeriodSheet
            opened
            period={{ ...(from && { from }), ...(to && { to }) }}
            today={today}
            onChoose={(period) => onChange({ ...filter, from: period.from, to: period.to })}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </fieldset>
  )
})

import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, memo, type ReactNode, Suspense, useState } from 'react'
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
import classes from './expenses.module.css'

const PeriodSheet = lazyComponent(async () => (await import('#blocks/period/period-sheet.tsx')).PeriodSheet)

/** Up and down: one of several is chosen. */
const CHEVRON_OUTLINE = 'M4.5 6 7.5 3l3 3M4.5 9l3 3 3-3'

/** Beside each other on a phone too: what does not fit is reached by sliding, and the first expenses stay in sight. */
const IN_ONE_ROW: CSSProperties = {
  flexWrap: 'nowrap',
  minWidth: 0,
  margin: '-0.25rem -1rem',
  padding: '0.25rem 1rem',
  border: 0,
  overflowX: 'auto',
}
const WHOLE: CSSProperties = { flex: '1 0 auto' }

type Props = {
  readonly filter: ExpenseFilter
  readonly onChange: (filter: ExpenseFilter) => void
  /** Begins to choose several; absent while that is being done, and where there is nothing to choose. */
  readonly onSelect: (() => void) | undefined
}

type ChoiceProps = {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly children: ReactNode
}

/** Plain and not the component library's, which a cheap phone renders for as long as the rows below it. */
function Choice({ name, value, onChange, children }: ChoiceProps) {
  return (
    <div className={classes.choice} style={{ flex: '1 0 9rem' }}>
      <select aria-label={name} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {children}
      </select>
      <svg viewBox="0 0 15 15" aria-hidden="true">
        <path d={CHEVRON_OUTLINE} />
      </svg>
    </div>
  )
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
      style={IN_ONE_ROW}
    >
      {from === undefined && to === undefined ? (
        <button
          type="button"
          aria-haspopup="dialog"
          className="button button-quiet"
          style={{ ...WHOLE, gap: '0.5rem', paddingInline: '0.75rem' }}
          onClick={open}
        >
          <Icon name="calendar" size={20} />
          {t({ context: 'of a list', message: 'All dates' })}
        </button>
      ) : (
        <div style={WHOLE}>
          <PeriodButton
            {...rangeFromParams(paramsOfPeriod({ from, to }, today), today)}
            today={today}
            onClick={open}
          />
        </div>
      )}
      <Choice
        name={t({ context: 'of expenses', message: 'Status' })}
        value={filter.status ?? ''}
        onChange={(value) =>
          onChange({ ...filter, status: EXPENSE_STATUSES.find((known) => known === value) })
        }
      >
        <option value="">{t({ context: 'of expenses', message: 'All statuses' })}</option>
        {EXPENSE_STATUSES.map((value) => (
          <option key={value} value={value}>
            {translate(EXPENSE_STATUS_NAMES[value])}
          </option>
        ))}
      </Choice>
      <Choice
        name={t`Category`}
        value={filter.category ?? ''}
        onChange={(value) => onChange({ ...filter, category: value === '' ? undefined : value })}
      >
        <option value="">{t({ context: 'of expenses', message: 'All categories' })}</option>
        {categories?.map(({ id, code, shownName }) => {
          const value = EXPENSE_CATEGORIES.find((known) => known === code) ?? id
          return (
            <option key={value} value={value}>
              {shownName}
            </option>
          )
        })}
      </Choice>
      {onSelect ? (
        <button
          type="button"
          className="button button-quiet"
          style={{ ...WHOLE, paddingInline: '0.75rem' }}
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

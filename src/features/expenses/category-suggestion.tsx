import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { listExpenses } from '#data/expenses.ts'
import { formItems, type QuickExpenseForm } from '#domain/expenses/quick-expense-form.ts'
import type { SuggestedCategory } from '#domain/expenses/suggest-category.ts'
import { Icon } from '#ui/icon.tsx'
import { useAction } from '#ui/use-action.ts'
import { useCategoryChoices } from './categories/use-category-choices.ts'

/** Newest expenses that the suggestions learn from. */
const LEARNED_EXPENSES = 500

/** What a suggestion is made from, in the form as it is. */
function purchaseOf(form: QuickExpenseForm) {
  const descriptions = formItems(form).map(({ description }) => description)
  return { descriptions, vendorName: form.vendorName, vendorTaxNumber: form.vendorTaxNumber }
}

type Props = {
  readonly form: QuickExpenseForm
  readonly onChange: (changed: Partial<QuickExpenseForm>) => void
}

type Answer = {
  /** What was asked about; an answer about something else is not shown any more. */
  readonly about: string
  readonly suggested: readonly SuggestedCategory[] | 'no-description'
}

/**
 * Suggests the category of what was bought, learned on this phone from the company's own expenses; a person confirms
 * (spec §1). Needs a description of at least one item (spec §5).
 */
export function CategorySuggestion({ form, onChange }: Props) {
  const { t } = useLingui()
  const { db } = useAppContext()
  const { choices, change } = useCategoryChoices()
  const [answer, setAnswer] = useState<Answer>()
  const [busy, run] = useAction()
  const about = JSON.stringify(purchaseOf(form))
  const suggest = async () => {
    const { learnCategories, suggestCategories, writtenDescriptions } = await import(
      '#domain/expenses/suggest-category.ts'
    )
    const descriptions = writtenDescriptions(formItems(form))
    if (descriptions.length === 0) {
      setAnswer({ about, suggested: 'no-description' })
      return
    }
    const known = await listExpenses(db, { limit: LEARNED_EXPENSES })
    const model = learnCategories(known.filter(({ status }) => status !== 'canceled'))
    const allowed = new Set(choices.filter(({ active }) => active).map(({ value }) => value))
    const suggested = suggestCategories(model, { ...purchaseOf(form), descriptions }, allowed)
    setAnswer({ about, suggested })
  }
  const suggested = answer?.about === about ? answer.suggested : undefined
  return (
    <div className="stack">
      <Button
        variant="subtle"
        leftSection={<Icon name="search" size={18} />}
        loading={busy}
        onClick={() => void run(suggest)}
      >
        {t`Suggest a category`}
      </Button>
      <div role="status">
        {suggested === 'no-description' ? (
          <p className="field-error">{t`Write first what was bought, for at least one item`}</p>
        ) : null}
        {suggested?.length === 0 ? (
          <p className="dim small">{t`No category fits this description. Choose one yourself.`}</p>
        ) : null}
        {typeof suggested === 'object' && suggested.length > 0 ? (
          <>
            <p className="dim small">{t`Suggested from the description and your earlier expenses. Tap to choose:`}</p>
            <div className="actions">
              {suggested.map(({ category, confidence }) => {
                const name = choices.find(({ value }) => value === category)?.label ?? category
                const percent = Math.round(confidence * 100)
                return (
                  <Button
                    key={category}
                    variant="light"
                    onClick={() => {
                      onChange(change(category))
                      setAnswer(undefined)
                    }}
                  >
                    {t`${name}, ${percent} % likely`}
                  </Button>
                )
              })}
            </div>
          </>
        ) : null}
      </div>
    </div>
  )
}

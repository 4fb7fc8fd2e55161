import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { listExpenses } from '#data/expenses.ts'
import { formItems } from '#domain/expenses/expense-from-form.ts'
import type { QuickExpenseForm } from '#domain/expenses/quick-expense-form.ts'
import type { SuggestedCategory } from '#domain/expenses/suggest-category.ts'
import { loadAdministrationMessages } from '#i18n/language.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useAction } from '#ui/use-action.ts'
import { useCategoryChoices } from './categories/use-category-choices.ts'
import { SuggestedCategories } from './suggested-categories.tsx'

/** It works only with the server: neither it nor its words are stored on the phone. */
const AiCategory = lazyComponent(async () => {
  const [{ AiCategory: Section }] = await Promise.all([
    import('./ai/ai-category.tsx'),
    loadAdministrationMessages(),
  ])
  return Section
})

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
  readonly descriptions: readonly string[]
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
  const [asksAi, setAsksAi] = useState(false)
  const [busy, run] = useAction()
  const about = JSON.stringify(purchaseOf(form))
  const suggest = async () => {
    const { learnCategories, suggestCategories, writtenDescriptions } = await import(
      '#domain/expenses/suggest-category.ts'
    )
    const descriptions = writtenDescriptions(formItems(form))
    if (descriptions.length === 0) {
      setAnswer({ about, suggested: 'no-description', descriptions })
      return
    }
    const known = await listExpenses(db, LEARNED_EXPENSES)
    const model = learnCategories(known)
    const allowed = new Set(choices.filter(({ active }) => active).map(({ value }) => value))
    const suggested = suggestCategories(model, { ...purchaseOf(form), descriptions }, allowed)
    setAnswer({ about, suggested, descriptions })
  }
  const suggested = answer?.about === about ? answer.suggested : undefined
  const choose = (category: string) => {
    onChange(change(category))
    setAnswer(undefined)
  }
  const asked = {
    descriptions: answer?.descriptions ?? [],
    categories: choices
      .filter(({ active }) => active)
      .map(({ value, label }) => ({ id: value, name: label })),
  }
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
            <SuggestedCategories suggested={suggested} onChoose={choose} />
          </>
        ) : null}
      </div>
      {typeof suggested === 'object' && !asksAi ? (
        <Button variant="subtle" onClick={() => setAsksAi(true)}>{t`Ask an AI`}</Button>
      ) : null}
      {typeof suggested === 'object' && asksAi ? (
        <Suspense>
          <AiCategory asked={asked} onChoose={choose} />
        </Suspense>
      ) : null}
    </div>
  )
}

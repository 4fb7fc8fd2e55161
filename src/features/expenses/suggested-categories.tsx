import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { SuggestedCategory } from '#domain/expenses/suggest-category.ts'
import { useCategoryChoices } from './categories/use-category-choices.ts'

type Props = {
  readonly suggested: readonly SuggestedCategory[]
  readonly onChoose: (category: string) => void
}

/** Suggested categories with how likely each is, for a person to confirm by a tap. */
export function SuggestedCategories({ suggested, onChoose }: Props) {
  const { t } = useLingui()
  const { choices } = useCategoryChoices()
  return (
    <div className="actions">
      {suggested.map(({ category, confidence }) => {
        const name = choices.find(({ value }) => value === category)?.label ?? category
        const percent = Math.round(confidence * 100)
        return (
          <Button key={category} variant="light" onClick={() => onChoose(category)}>
            {t`${name}, ${percent} % likely`}
          </Button>
        )
      })}
    </div>
  )
}

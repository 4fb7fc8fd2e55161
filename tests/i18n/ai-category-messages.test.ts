import { expect, test } from 'vitest'
import { aiCategoryMessage } from '#i18n/ai-category-messages.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { readLanguage } from './read-language.ts'

test.each([
  ['en', /figures|insights/i, /categor/],
  ['sw', /takwimu|uchambuzi/i, /aina [yz]a matumizi/],
] as const)(
  'what fails while an AI is asked for a category speaks of it, not of figures (%s)',
  async (language, figures, category) => {
    const { speak } = await readLanguage(language)
    for (const code of ['AI_CONSENT_REQUIRED', 'AI_GENERATION_FAILED', 'AI_ANALYSIS_FAILED']) {
      expect(speak._(aiCategoryMessage(code))).not.toMatch(figures)
      expect(speak._(aiCategoryMessage(code))).toMatch(category)
    }
    // What is said of both stays one sentence.
    expect(aiCategoryMessage('AI_DAILY_LIMIT')).toBe(errorMessage('AI_DAILY_LIMIT'))
  },
)

import { expect, test } from 'vitest'
import { aiCategoryMessage } from '#i18n/ai-category-messages.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { readLanguage } from './read-language.ts'

const { speak: en } = await readLanguage('en')
const { speak: sw } = await readLanguage('sw')

test.each([
  [
    'AI_CONSENT_REQUIRED',
    'First choose whether AI may suggest categories of expenses',
    'Kwanza chagua kama AI inaweza kupendekeza makundi ya gharama',
  ],
  [
    'AI_GENERATION_FAILED',
    'The AI could not suggest a category. Nothing was counted. Try again later, or choose one yourself',
    'AI haikuweza kupendekeza kundi la gharama. Hakuna kilichohesabiwa. Jaribu tena baadaye, au chagua mwenyewe',
  ],
  [
    'AI_ANALYSIS_FAILED',
    "The AI's answer could not be used, so it is not shown. Nothing was counted. Choose a category yourself",
    'Jibu la AI halifai kutumika, kwa hiyo halionyeshwi. Hakuna kilichohesabiwa. Chagua kundi la gharama mwenyewe',
  ],
])('%s speaks of a category where an AI was asked for one, in both languages', (code, english, swahili) => {
  expect(en._(aiCategoryMessage(code))).toBe(english)
  expect(sw._(aiCategoryMessage(code))).toBe(swahili)
})

test('what is said of categories and of figures stays one sentence', () => {
  expect(aiCategoryMessage('AI_DAILY_LIMIT')).toBe(errorMessage('AI_DAILY_LIMIT'))
})

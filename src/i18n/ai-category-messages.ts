import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { errorMessage } from './error-messages.ts'

/** Codes whose usual sentence is about figures that are put into words, as they are said of a category. */
const OF_CATEGORIES: Readonly<Partial<Record<string, MessageDescriptor>>> = {
  AI_CONSENT_REQUIRED: msg`First choose whether AI may suggest categories of expenses`,
  AI_GENERATION_FAILED: msg`The AI could not suggest a category. Nothing was counted. Try again later, or choose one yourself`,
  AI_ANALYSIS_FAILED: msg`The AI's answer could not be used, so it is not shown. Nothing was counted. Choose a category yourself`,
}

/** The sentence of a code where an AI was asked for the category of an expense. */
export function aiCategoryMessage(code: string): MessageDescriptor {
  return OF_CATEGORIES[code] ?? errorMessage(code)
}

import { publishedTipsSchema } from '#contract/tax-tips.ts'
import { keptAnswer } from '../kept-answer.ts'

/** The published tax tips. */
export const keptTips = keptAnswer('tax-tips', publishedTipsSchema)

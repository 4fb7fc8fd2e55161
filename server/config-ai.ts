import * as v from 'valibot'
import { findMissing, webAddress } from './config-values.ts'
import type { AiConfig } from './gateways/ai/gateway.ts'

/** The variables of the provider of wording, for the schema of the whole environment. */
export const aiVariables = {
  AI_BASE_URL: v.optional(webAddress('AI_BASE_URL')),
  AI_API_KEY: v.optional(v.string()),
  AI_MODEL: v.optional(v.string()),
  AI_PROVIDER_NAME: v.optional(v.string()),
  AI_PROVIDER_COUNTRY: v.optional(v.string()),
  AI_DAILY_REQUESTS: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => /^\d{1,7}$/.test(text), 'AI_DAILY_REQUESTS must be a whole number up to 9999999'),
      v.transform(Number),
    ),
    '1000',
  ),
  AI_DAILY_TOKENS: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => /^\d{1,12}$/.test(text),
        'AI_DAILY_TOKENS must be a whole number of at most 12 digits',
      ),
      v.transform(Number),
    ),
    '2000000',
  ),
}

const NAMES = ['AI_BASE_URL', 'AI_API_KEY', 'AI_MODEL', 'AI_PROVIDER_NAME', 'AI_PROVIDER_COUNTRY'] as const
const settingsSchema = v.object(aiVariables)
type AiSettings = v.InferOutput<typeof settingsSchema>

/** What is wrong with the settings of the provider: it needs all of them or none. */
export function findIncompleteAi(settings: AiSettings): string[] {
  return findMissing(settings, NAMES, 'wording by AI needs')
}

/** The settings of the provider; `null` where there is none. */
export function aiConfigOf(settings: AiSettings): AiConfig | null {
  const { AI_BASE_URL: baseUrl, AI_API_KEY: key, AI_MODEL: model } = settings
  const { AI_PROVIDER_NAME: name, AI_PROVIDER_COUNTRY: country } = settings
  const { AI_DAILY_REQUESTS: dailyMax, AI_DAILY_TOKENS: dailyTokens } = settings
  if (!baseUrl || !key || !model || !name || !country) return null
  return { baseUrl, key, model, name, country, dailyMax, dailyTokens }
}

import * as v from 'valibot'
import { findMissing, webAddress } from './config-values.ts'
import { SMS_PROVIDERS, type SmsConfig, type SmsProvider } from './gateways/sms/gateway.ts'

/** Where each provider is, unless the environment names another address, such as a sandbox. */
const ADDRESSES: Readonly<Record<SmsProvider, string>> = {
  beem: 'https://apisms.beem.africa',
  africastalking: 'https://api.africastalking.com',
}

/** The variables of the provider of text messages, for the schema of the whole environment. */
export const smsVariables = {
  SMS_PROVIDER: v.optional(
    v.picklist(SMS_PROVIDERS, `SMS_PROVIDER must be one of ${SMS_PROVIDERS.join(', ')}`),
  ),
  SMS_BASE_URL: v.optional(webAddress('SMS_BASE_URL')),
  SMS_USER: v.optional(v.string()),
  SMS_KEY: v.optional(v.string()),
  SMS_SENDER: v.optional(
    v.pipe(v.string(), v.regex(/^[\w .-]{1,11}$/, 'SMS_SENDER is a registered name of at most 11 letters')),
  ),
}

const NAMES = ['SMS_PROVIDER', 'SMS_USER', 'SMS_KEY', 'SMS_SENDER'] as const
const settingsSchema = v.object(smsVariables)
type SmsSettings = v.InferOutput<typeof settingsSchema>

/** What is wrong with the settings of the provider: it needs all of them or none. */
export function findIncompleteSms(settings: SmsSettings): string[] {
  return findMissing(settings, NAMES, 'text messages need')
}

/** The settings of the provider; `null` where there is none. */
export function smsConfigOf(settings: SmsSettings): SmsConfig | null {
  const { SMS_PROVIDER: provider, SMS_USER: user, SMS_KEY: key, SMS_SENDER: sender } = settings
  if (!provider || !user || !key || !sender) return null
  return { provider, baseUrl: settings.SMS_BASE_URL ?? ADDRESSES[provider], user, key, sender }
}

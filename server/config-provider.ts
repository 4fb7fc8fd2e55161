import * as v from 'valibot'
import { parseInstant, toInstant } from '#domain/calendar/east-africa.ts'
import type { Provider } from '#domain/contact/provider.ts'
import { toCents } from '#domain/money/cents.ts'
import { MAX_AMOUNT } from '#domain/money/money-text.ts'
import { DEFAULT_PRICES } from '#domain/subscription/prices.ts'

const shillings = (name: string) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, `${name} must be whole shillings without VAT, such as 59000`),
    v.transform((text) => toCents(Math.min(Number(text) * 100, MAX_AMOUNT))),
  )

const moment = (name: string) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => /(?:Z|[+-]\d\d:\d\d)$/.test(text) && Number.isFinite(Date.parse(text)),
      `${name} must be a moment with its zone, such as 2026-12-20T00:00:00+03:00`,
    ),
    v.transform((text) => parseInstant(text) ?? toInstant(Date.parse(text))),
  )

/** The variables of prices, ways to pay and maintenance, for the schema of the whole environment. */
export const providerVariables = {
  PRICE_SUBSCRIPTION: v.optional(shillings('PRICE_SUBSCRIPTION')),
  PRICE_INSTALLATION: v.optional(shillings('PRICE_INSTALLATION')),
  PROVIDER_PAY_TO: v.optional(v.string()),
  MAINTENANCE_START: v.optional(moment('MAINTENANCE_START')),
  MAINTENANCE_END: v.optional(moment('MAINTENANCE_END')),
}

const settingsSchema = v.object({ ...providerVariables, RISITI_MODE: v.string() })
type ProviderSettings = v.InferOutput<typeof settingsSchema>

/** An invented way to pay for the demo, so that the page that shows it can be seen. */
const DEMO_PAY_TO = 'M-Pesa Lipa Namba 000000 (Risiti Demo)'

/** What is wrong with the settings of maintenance: both moments or none, in order. */
export function findIncompleteMaintenance(settings: ProviderSettings): string[] {
  const { MAINTENANCE_START: start, MAINTENANCE_END: end } = settings
  if ((start === undefined) !== (end === undefined)) {
    return ['MAINTENANCE_START and MAINTENANCE_END belong together: set both or neither']
  }
  return start !== undefined && end !== undefined && start >= end
    ? ['MAINTENANCE_END must be after MAINTENANCE_START']
    : []
}

/** Prices (tanzania-facts §6), ways to pay and planned maintenance as a value. */
export function providerOf(settings: ProviderSettings): Provider {
  const { MAINTENANCE_START: start, MAINTENANCE_END: end } = settings
  const payTo = settings.PROVIDER_PAY_TO ?? (settings.RISITI_MODE === 'demo' ? DEMO_PAY_TO : '')
  return {
    prices: {
      annual: settings.PRICE_SUBSCRIPTION ?? DEFAULT_PRICES.annual,
      installation: settings.PRICE_INSTALLATION ?? DEFAULT_PRICES.installation,
    },
    payTo: payTo.split(';').flatMap((way) => way.trim() || []),
    maintenance: start === undefined || end === undefined ? null : { start, end },
  }
}

import * as v from 'valibot'
import type { ProviderContact } from '#domain/contact/provider-contact.ts'
import { isEmail } from '#domain/identity/email.ts'
import { normalizePhone } from '#domain/identity/phone.ts'

const phone = (name: string) =>
  v.pipe(
    v.string(),
    v.check((text) => normalizePhone(text) !== undefined, `${name} must be a Tanzanian phone number`),
    v.transform((text) => normalizePhone(text) ?? text),
  )

/** The variables that say how people reach the provider, for the schema of the whole environment. */
export const contactVariables = {
  PROVIDER_PHONE: v.optional(phone('PROVIDER_PHONE')),
  PROVIDER_WHATSAPP: v.optional(phone('PROVIDER_WHATSAPP')),
  PROVIDER_EMAIL: v.optional(v.pipe(v.string(), v.check(isEmail, 'PROVIDER_EMAIL must be an email address'))),
}

const settingsSchema = v.object({ ...contactVariables, RISITI_MODE: v.string() })

/** Invented ways for the demo, so that every place that shows them can be seen. */
const DEMO_CONTACT: ProviderContact = {
  phone: '+255700000100',
  email: 'msaada@example.com',
  whatsapp: '+255700000100',
}

/** What is configured; nothing configured in the demo gives the invented ones. */
export function providerContactOf(settings: v.InferOutput<typeof settingsSchema>): ProviderContact {
  const configured = {
    phone: settings.PROVIDER_PHONE ?? null,
    email: settings.PROVIDER_EMAIL ?? null,
    whatsapp: settings.PROVIDER_WHATSAPP ?? null,
  }
  const isEmpty = Object.values(configured).every((way) => way === null)
  return isEmpty && settings.RISITI_MODE === 'demo' ? DEMO_CONTACT : configured
}

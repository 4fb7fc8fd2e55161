import * as v from 'valibot'
import { providerContactSchema } from '#contract/contact-endpoints.ts'
import type { ProviderContact } from '#domain/contact/provider-contact.ts'

const KEY = 'provider-contact'

/** How to reach the provider, as this phone last read it; `undefined` when it never did. */
export function readKeptContact(storage: Pick<Storage, 'getItem'>): ProviderContact | undefined {
  try {
    const parsed = v.safeParse(providerContactSchema, JSON.parse(storage.getItem(KEY) ?? 'null'))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/** Keeps what was read. Without room for it the next reading needs a connection, and nothing else changes. */
export function keepContact(storage: Pick<Storage, 'setItem'>, contact: ProviderContact): void {
  try {
    storage.setItem(KEY, JSON.stringify(contact))
  } catch {
    return
  }
}

import type { FieldRefusal } from '../refusal.ts'
import { oneLine } from '../text/one-line.ts'

/** What a key may do; each call of the public API asks for one of them. */
export const API_SCOPES = [
  'invoices:read',
  'invoices:write',
  'customers:read',
  'customers:write',
  'products:read',
  'products:write',
  'reports:read',
  'events:read',
] as const
export type ApiScope = (typeof API_SCOPES)[number]

/** A live key works for the company, a test key in its sandbox at the simulator of the authority. */
export type ApiKeyMode = 'test' | 'live'

/** How long the old secret still works after a rotation, in hours. */
export const OVERLAP_HOURS = [0, 1, 24, 168] as const

/** How many days before a key ends its programs are notified. */
export const KEY_EXPIRING_DAYS = 7

export const MAX_KEY_NAME = 60

export const API_KEY_REFUSALS = ['API_KEY_NAME_REQUIRED', 'API_KEY_SCOPES_REQUIRED'] as const
export type ApiKeyRefusal = (typeof API_KEY_REFUSALS)[number]

/** The form of a new key. */
export type ApiKeyFields = { readonly name: string; readonly scopes: readonly ApiScope[] }

/** What is wrong with the form of a new key, at its fields. */
export function checkApiKey({ name, scopes }: ApiKeyFields): FieldRefusal<ApiKeyRefusal>[] {
  const found: FieldRefusal<ApiKeyRefusal>[] = []
  const { length } = oneLine(name)
  if (length === 0 || length > MAX_KEY_NAME) found.push({ path: 'name', code: 'API_KEY_NAME_REQUIRED' })
  if (scopes.length === 0) found.push({ path: 'scopes', code: 'API_KEY_SCOPES_REQUIRED' })
  return found
}

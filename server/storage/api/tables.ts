import type { ApiScope } from '#domain/api-keys/api-key.ts'
import type { Moment } from '../column-types.ts'

/** A program of a company that calls the public API; its id stays over every rotation of its secret. */
export type ApiClientsTable = {
  id: string
  company_id: string
  /** In whose name it works. */
  user_id: string
  name: string
  mode: 'test' | 'live'
  scopes: ApiScope[]
  created_at: Moment
  last_used_at: Moment | null
  revoked_at: Moment | null
}

export type ApiSecretsTable = {
  /** SHA-256 of the key. */
  hash: string
  company_id: string
  client_id: string
  hint: string
  created_at: Moment
  expires_at: Moment | null
  /** When programs were notified that it ends. */
  expiry_announced_at: Moment | null
}

/** What was answered under an idempotency key; without an answer while it runs or after a passing fault. */
export type ApiRequestsTable = {
  company_id: string
  client_id: string
  key: string
  fingerprint: string
  status: number | null
  answer: string | null
  at: Moment
}

export type ApiReferencesTable = {
  company_id: string
  client_id: string
  reference: string
  invoice_id: string
}

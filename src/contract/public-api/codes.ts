/**
 * Refusals that only programs meet. They are a type and no list: no screen but the documentation knows them, and the
 * login does not load them.
 */
export type PublicApiCode =
  | 'KEY_MISSING'
  | 'KEY_INVALID'
  | 'KEY_EXPIRED'
  | 'KEY_REVOKED'
  | 'KEY_WRONG_MODE'
  | 'KEY_SCOPE_MISSING'
  | 'IDEMPOTENCY_KEY_REQUIRED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INVOICE_REFERENCE_EXISTS'

import type { ErrorCode } from '#contract/error-codes.ts'

/** Why a service refuses. Each handler turns it into its own form (`http/refusal-to-response.ts`). */
export type RefusalDetail = {
  readonly fields?: readonly { readonly path: string; readonly code: ErrorCode }[]
  readonly data?: Readonly<Record<string, unknown>>
}

/** A "no" of the rules, with its code. Everything else that is thrown is a fault and is reported, never shown. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly detail: RefusalDetail

  constructor(code: ErrorCode, detail: RefusalDetail = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.detail = detail
  }
}

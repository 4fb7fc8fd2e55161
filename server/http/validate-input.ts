import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { isErrorCode } from '#contract/error-codes.ts'
import { Refusal } from '../ports/refusal.ts'

const MAX_FIELDS = 50

/**
 * The input as the contract describes it. Refuses with `REQUEST_INVALID` and the fields at fault. An id in the path
 * that is none gets the answer of an unknown one.
 */
export function validateInput(
  endpoint: Pick<Endpoint, 'input' | 'path'>,
  rawInput: Readonly<Record<string, unknown>>,
): unknown {
  const parsed = v.safeParse(endpoint.input, rawInput, { abortPipeEarly: true })
  if (parsed.success) return parsed.output
  const fields = parsed.issues.map((issue) => ({
    path: v.getDotPath(issue) ?? '',
    code: isErrorCode(issue.message) ? issue.message : ('REQUEST_INVALID' as const),
  }))
  if (fields.some((field) => namesInPath(endpoint.path).includes(field.path))) throw new Refusal('NOT_FOUND')
  throw new Refusal('REQUEST_INVALID', { fields: fields.slice(0, MAX_FIELDS) })
}

/** Names of the variable parts of a path, `id` of `/invoices/:id`. */
export function namesInPath(path: string): string[] {
  return path
    .split('/')
    .filter((part) => part.startsWith(':'))
    .map((part) => part.slice(1))
}

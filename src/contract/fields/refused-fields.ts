import * as v from 'valibot'
import { type ErrorCode, isErrorCode } from '../error-codes.ts'

/** The part of an operation that holds a person's input; a form names its fields without this prefix. */
const CONTENT_PREFIX = /^(content|fields)\./

/**
 * The errors that a schema found in an operation, each at its field as the form names it: with the rule's own code
 * where the schema has one, else `OPERATION_INVALID`.
 */
export function refusedFields(
  issues: readonly v.BaseIssue<unknown>[],
): { readonly path: string; readonly code: ErrorCode }[] {
  return issues.map((issue) => ({
    path: (v.getDotPath(issue) ?? '').replace(CONTENT_PREFIX, ''),
    code: isErrorCode(issue.message) ? issue.message : 'OPERATION_INVALID',
  }))
}

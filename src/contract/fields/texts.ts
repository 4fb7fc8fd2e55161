import * as v from 'valibot'
import { PUBLIC_RECEIPT_TOKEN } from '#domain/receipts/public-receipt-token.ts'
import type { ErrorCode } from '../error-codes.ts'

/** Control characters other than tab and line ends. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u
/** A lone surrogate, as after an emoji was cut in the middle. PostgreSQL cannot store it. */
const LONE_SURROGATE = /\p{Cs}/gu

/**
 * A line of text a person typed: bounded, without control characters, lone surrogates replaced. It may be empty.
 * `tooLong` is the code of a longer one, where there is one.
 */
export function textField(maxLength: number, tooLong?: ErrorCode) {
  // Typed as a plain text: with the list of all codes in the type of every field the compiler's output becomes too
  // large.
  const message: string | undefined = tooLong
  return v.pipe(
    v.string(),
    v.maxLength(maxLength, message),
    v.check((text) => !CONTROL.test(text)),
    v.transform((text) => text.replace(LONE_SURROGATE, '\uFFFD')),
  )
}

/** An id made by a phone or by the server. */
export const idField = v.pipe(v.string(), v.uuid())

/** The last part of the link to an invoice's public page. */
export const publicReceiptTokenField = v.pipe(v.string(), v.regex(PUBLIC_RECEIPT_TOKEN))

/** Lower-case hexadecimal SHA-256. */
export const sha256Field = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

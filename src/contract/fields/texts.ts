import * as v from 'valibot'

/** Control characters other than tab and line ends. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u

/** A line of text a person typed: bounded, without control characters. It may be empty. */
export function textField(maxLength: number) {
  return v.pipe(
    v.string(),
    v.maxLength(maxLength),
    v.check((text) => !CONTROL.test(text)),
  )
}

/** An id made by a phone or by the server. */
export const idField = v.pipe(v.string(), v.uuid())

/** Lower-case hexadecimal SHA-256. */
export const sha256Field = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

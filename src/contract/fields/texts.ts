import * as v from 'valibot'

const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/

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

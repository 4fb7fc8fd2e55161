import { type Line, readLine } from '#domain/files/may-upload.ts'

/** What the browser says about the line now (Network Information API: Chromium, and the kind on phones only). */
export function deviceLine(): Line {
  return readLine('connection' in navigator ? (navigator.connection as Connection | undefined) : undefined)
}

/** No type library has it. */
type Connection = { readonly type?: string; readonly saveData?: boolean }

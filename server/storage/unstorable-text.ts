import { sqlState } from './in-transaction.ts'

/** U+0000, half signs and text of another encoding (`22021`, `22P05`), and JSON that holds such (`22P02`). */
const REFUSED_TEXT: ReadonlySet<string> = new Set(['22021', '22P05'])
const REFUSED_JSON = '22P02'

/** Whether the database refused a text that no column can hold: the fault of who sent it, and for ever. */
export function isUnstorableText(error: unknown): boolean {
  const state = sqlState(error)
  if (state === undefined) return false
  return (
    REFUSED_TEXT.has(state) ||
    (state === REFUSED_JSON && error instanceof Error && error.message.includes('type json'))
  )
}

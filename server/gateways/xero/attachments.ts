import * as v from 'valibot'
import type { BookAnswer } from '../accounting/exchange.ts'
import type { BookEntry, BookInstruction, BookOutcome } from '../accounting/gateway.ts'
import { readWith } from './read-answers.ts'

/** What stands beside an invoice: its files, or the sentences of its history. */
export type Beside = Extract<BookInstruction, { kind: 'attach' | 'note' }>

const besideSchema = v.object({
  Attachments: v.optional(v.array(v.object({ AttachmentID: v.string(), FileName: v.string() }))),
  HistoryRecords: v.optional(v.array(v.object({ Details: v.optional(v.string()) }))),
})

/** Both are lists of their own below the invoice. */
export function besidePath({ kind, target }: Beside): string {
  return `/Invoices/${encodeURIComponent(target)}/${kind === 'attach' ? 'Attachments' : 'History'}`
}

/** The call that adds one; a file is sent as it is. */
export function besideCall(
  instruction: Beside,
  file: Uint8Array<ArrayBuffer> | undefined,
): { readonly path: string; readonly body: string | Uint8Array<ArrayBuffer>; readonly type: string } {
  if (instruction.kind === 'note')
    return {
      ...{ path: besidePath(instruction), type: 'application/json' },
      body: JSON.stringify({ HistoryRecords: [{ Details: instruction.text }] }),
    }
  const path = `${besidePath(instruction)}/${encodeURIComponent(instruction.fileName)}?IncludeOnline=true`
  return { path, body: file ?? new Uint8Array(), type: 'application/pdf' }
}

/** Finds it in an answer; `null` when it is not there. */
export function findBeside(
  instruction: Beside,
  answer: BookAnswer | { readonly lost: string },
): BookOutcome<BookEntry | null> {
  // Connections that are older than our attachments do not have their scope: a new login gives it.
  if (!('lost' in answer) && answer.status === 401 && /AuthorizationUnsuccessful/.test(answer.text))
    return { kind: 'refused', problem: 'permission', detail: 'accounting.attachments' }
  const read = readWith(besideSchema, answer)
  if (read.kind !== 'ok') return read
  const { Attachments = [], HistoryRecords = [] } = read.value
  const entry = (id: string): BookEntry => ({ id, number: '', total: null, tax: null })
  if (instruction.kind === 'note') {
    const isThere = HistoryRecords.some(({ Details }) => Details === instruction.text)
    return { kind: 'ok', value: isThere ? entry('note') : null }
  }
  const file = Attachments.find(({ FileName }) => FileName === instruction.fileName)
  return { kind: 'ok', value: file ? entry(file.AttachmentID) : null }
}

import * as v from 'valibot'
import type { BookAnswer } from '../accounting/exchange.ts'
import type { BookEntry, BookInstruction, BookOutcome } from '../accounting/gateway.ts'
import { failureOf, readQuery, readWith } from './read-answers.ts'

type Answer = BookAnswer | { readonly lost: string }
/** What stands beside an invoice: a file, or a note without one. */
export type Beside = Extract<BookInstruction, { kind: 'attach' | 'note' }>

const attachableSchema = v.object({
  Id: v.string(),
  FileName: v.optional(v.string()),
  Note: v.optional(v.string()),
})
const uploadSchema = v.object({
  AttachableResponse: v.pipe(v.array(v.record(v.string(), v.unknown())), v.minLength(1)),
})

function entryOf({ Id }: v.InferOutput<typeof attachableSchema>): BookEntry {
  return { id: Id, number: '', total: null, tax: null }
}

function linkedTo(target: string): object {
  return { AttachableRef: [{ EntityRef: { type: 'Invoice', value: target }, IncludeOnSend: false }] }
}

/** The body that adds it. Without the reference to the invoice a file would be attached to nothing. */
export function besideBody(
  instruction: Beside,
  file: Uint8Array<ArrayBuffer> | undefined,
): { readonly path: string; readonly body: string | FormData } {
  const { target } = instruction
  if (instruction.kind === 'note')
    return { path: '/attachable', body: JSON.stringify({ ...linkedTo(target), Note: instruction.text }) }
  const { fileName } = instruction
  const metadata = { ...linkedTo(target), FileName: fileName, ContentType: 'application/pdf' }
  const form = new FormData()
  form.append(
    'file_metadata_01',
    new Blob([JSON.stringify(metadata)], { type: 'application/json' }),
    'metadata.json',
  )
  form.append('file_content_01', new Blob([file ?? new Uint8Array()], { type: 'application/pdf' }), fileName)
  return { path: '/upload', body: form }
}

/** What a call that adds one made; an upload may hold a fault although its status is 200. */
export function readBeside(instruction: Beside, answer: Answer): BookOutcome<BookEntry> {
  if (instruction.kind === 'note') {
    const read = readWith(v.object({ Attachable: attachableSchema }), answer)
    return read.kind === 'ok' ? { kind: 'ok', value: entryOf(read.value.Attachable) } : read
  }
  const read = readWith(uploadSchema, answer)
  if (read.kind !== 'ok') return read
  const [first = {}] = read.value.AttachableResponse
  const failed = 'lost' in answer ? undefined : failureOf({ ...answer, body: first })
  if (failed) return failed
  const made = v.safeParse(v.object({ Attachable: attachableSchema }), first)
  return made.success
    ? { kind: 'ok', value: entryOf(made.output.Attachable) }
    : { kind: 'unknown', detail: 'the answer is not readable' }
}

/** The question that finds it, and its answer. */
export function besideQuery({ target }: Beside): string {
  const id = target.replaceAll(/\W/g, '')
  return `select * from Attachable where AttachableRef.EntityRef.Type = 'Invoice' and AttachableRef.EntityRef.value = '${id}'`
}

export function findBeside(instruction: Beside, answer: Answer): BookOutcome<BookEntry | null> {
  const read = readQuery('Attachable', attachableSchema, answer)
  if (read.kind !== 'ok') return read
  const found = read.value.find((known) =>
    instruction.kind === 'note' ? known.Note === instruction.text : known.FileName === instruction.fileName,
  )
  return { kind: 'ok', value: found ? entryOf(found) : null }
}

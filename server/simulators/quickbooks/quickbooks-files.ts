import { fieldsOf, listOf, textOf, unknownField } from '../accounting/figures.ts'
import type { SimulatorRequest } from '../accounting/serve-simulator.ts'
import { type Booked, type QboAttachable, type QboCompany, takeId } from './quickbooks-ledger.ts'

const refuse = (code: string, message: string) => ({ fault: { code, message, status: 400 } })

/** The parts of a form by their names; enough of the format for two parts. */
function readForm(
  request: SimulatorRequest,
): ReadonlyMap<string, { readonly type: string; readonly body: Buffer }> {
  const parts = new Map<string, { type: string; body: Buffer }>()
  const [, mark] = /boundary=(\S+)/.exec(request.headers['content-type'] ?? '') ?? []
  if (mark === undefined) return parts
  for (const piece of request.bytes.toString('latin1').split(`--${mark}`)) {
    const [head = '', ...rest] = piece.split('\r\n\r\n')
    const [, name] = /name="([^"]+)"/.exec(head) ?? []
    const [, type = ''] = /content-type: *(\S+)/i.exec(head) ?? []
    if (name !== undefined)
      parts.set(name, { type, body: Buffer.from(rest.join('\r\n\r\n').replace(/\r\n$/, ''), 'latin1') })
  }
  return parts
}

function linkOf(company: QboCompany, metadata: unknown): string | undefined {
  const [reference] = listOf(fieldsOf(metadata)['AttachableRef'])
  const entity = fieldsOf(reference?.['EntityRef'])
  const id = textOf(entity['value'])
  return entity['type'] === 'Invoice' && company.sales.some((sale) => sale.id === id) ? id : undefined
}

/** A note without a file. */
export function createNote(
  company: QboCompany,
  given: Readonly<Record<string, unknown>>,
): Booked<QboAttachable> {
  const unknown = unknownField(given, ['AttachableRef', 'Note'])
  if (unknown !== undefined) return refuse('2010', `Property ${unknown} is unknown`)
  const invoice = linkOf(company, given)
  const note = textOf(given['Note'])
  if (invoice === undefined) return refuse('2500', 'Invalid Reference Id: AttachableRef')
  if (note === '' || note.length > 2000) return refuse('2050', 'Note is not valid')
  const attachable = { id: takeId(company), invoice, fileName: '', note, size: 0 }
  company.attachables.push(attachable)
  return { value: attachable }
}

/** A file with its metadata; without a reference it is attached to nothing, which is never meant. */
export function uploadFile(company: QboCompany, request: SimulatorRequest): Booked<QboAttachable> {
  const form = readForm(request)
  const [metadata, content] = [form.get('file_metadata_01'), form.get('file_content_01')]
  if (metadata?.type !== 'application/json' || !content)
    return refuse('2020', 'A part of the form is missing')
  const described: unknown = JSON.parse(metadata.body.toString('utf8'))
  const invoice = linkOf(company, described)
  if (invoice === undefined) return refuse('2500', 'Invalid Reference Id: AttachableRef')
  const { FileName: fileName, ContentType: type } = fieldsOf(described)
  if (type !== content.type || content.body.length === 0)
    return refuse('2020', 'The file does not fit its type')
  const attachable = {
    ...{ id: takeId(company), invoice, fileName: textOf(fileName), note: '', size: content.body.length },
  }
  company.attachables.push(attachable)
  return { value: attachable }
}

export function attachableView({ id, invoice, fileName, note, size }: QboAttachable) {
  return {
    ...{ Id: id, SyncToken: '0', AttachableRef: [{ EntityRef: { type: 'Invoice', value: invoice } }] },
    ...(fileName !== '' && { FileName: fileName, Size: size }),
    ...(note !== '' && { Note: note }),
  }
}

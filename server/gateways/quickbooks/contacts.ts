import type { BookAnswer } from '../accounting/exchange.ts'
import type { AccountingGateway, BookAccess, BookOutcome, RenewedContact } from '../accounting/gateway.ts'
import { type QuickBooksEntry, readEntries, readWritten } from './read-answers.ts'

type Answer = Promise<BookAnswer | { readonly lost: string }>
type Client = {
  readonly ask: (access: BookAccess, query: string) => Answer
  readonly post: (access: BookAccess, path: string, body: object, key: string) => Answer
  readonly quoted: (text: string) => string
}

/** The customers of QuickBooks: looked up, made, made active again, and followed when a person merged them. */
export function createQuickBooksContacts({
  ask,
  post,
  quoted,
}: Client): Pick<AccountingGateway, 'findContact' | 'createContact' | 'renewContact'> {
  const list = async (access: BookAccess, entity: 'Customer' | 'Invoice', where: string) =>
    readEntries(entity, await ask(access, `select * from ${entity} where ${where}`))
  /** The customer that the invoices of another one have now; `undefined`: it was not merged. */
  const mergedInto = async (
    access: BookAccess,
    id: string,
    sale: string | null,
  ): Promise<BookOutcome<string | undefined>> => {
    if (sale === null) return { kind: 'ok', value: undefined }
    const left = await list(access, 'Invoice', `CustomerRef = '${quoted(id)}'`)
    if (left.kind !== 'ok') return left
    if (left.value.length > 0) return { kind: 'ok', value: undefined }
    const moved = await list(access, 'Invoice', `Id = '${quoted(sale)}'`)
    if (moved.kind !== 'ok') return moved
    const target = moved.value[0]?.CustomerRef?.value ?? ''
    const active = await list(access, 'Customer', `Id = '${quoted(target)}'`)
    return active.kind === 'ok' ? { kind: 'ok', value: active.value[0]?.Id } : active
  }
  const activate = async (
    access: BookAccess,
    { Id, SyncToken = '0', DisplayName = '' }: QuickBooksEntry,
    key: string,
  ): Promise<BookOutcome<RenewedContact>> => {
    const name = DisplayName.replace(/ \(deleted\)$/i, '')
    const customer = { Id, SyncToken, sparse: true, Active: true, DisplayName: name }
    const written = readWritten(await post(access, '/customer', customer, `${key}:${SyncToken}`))
    if (written.kind === 'ok') return { kind: 'ok', value: { kind: 'use', id: Id } }
    // Another customer has its name by now.
    return written.kind === 'duplicate' || written.kind === 'refused'
      ? { kind: 'ok', value: { kind: 'gone' } }
      : written
  }
  return {
    findContact: async (access, { name, tin }) => {
      const read = await list(access, 'Customer', `DisplayName = '${quoted(name)}'`)
      if (read.kind !== 'ok') return read
      // Tax numbers are masked there, so we keep it in the notes: the same name with another TIN is another person.
      const fits = read.value.find(({ Notes = '' }) => {
        const theirs = /^TIN (\d+)$/.exec(Notes)?.[1]
        return theirs === undefined || tin === '' || theirs === tin
      })
      return { kind: 'ok', value: fits?.Id ?? null }
    },
    createContact: async (access, { key: ours, name, tin }, key) => {
      const customer = { DisplayName: name, Notes: tin === '' ? ours : `TIN ${tin}` }
      const read = readWritten(await post(access, '/customer', customer, key))
      return read.kind === 'ok' ? { kind: 'ok', value: read.value.id } : read
    },
    renewContact: async (access, id, sale, key) => {
      const read = await list(access, 'Customer', `Id = '${quoted(id)}' and Active in (true, false)`)
      if (read.kind !== 'ok') return read
      const [customer] = read.value
      if (!customer) return { kind: 'ok', value: { kind: 'gone' } }
      if (customer.Active !== false) return { kind: 'ok', value: { kind: 'usable' } }
      const target = await mergedInto(access, id, sale)
      if (target.kind !== 'ok') return target
      return target.value === undefined
        ? await activate(access, customer, key)
        : { kind: 'ok', value: { kind: 'use', id: target.value } }
    },
  }
}

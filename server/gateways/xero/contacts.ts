import type { BookAnswer } from '../accounting/exchange.ts'
import type { AccountingGateway, BookAccess } from '../accounting/gateway.ts'
import { readElements } from './read-answers.ts'

/** A chain of merged contacts is followed so far. */
const MOST_MERGES = 5

type Answer = Promise<BookAnswer | { readonly lost: string }>
type Client = {
  readonly get: (access: BookAccess, path: string) => Answer
  readonly put: (access: BookAccess, path: string, body: object, key: string) => Answer
  /** A condition of a filter. */
  readonly where: (field: string, text: string) => string
}

/** The contacts of Xero: looked up, made, and followed when a person merged them. */
export function createXeroContacts({
  get,
  put,
  where,
}: Client): Pick<AccountingGateway, 'findContact' | 'createContact' | 'renewContact'> {
  return {
    findContact: async (access, contact) => {
      const questions = [
        where('ContactNumber', contact.key),
        ...(contact.tin === '' ? [] : [where('TaxNumber', contact.tin)]),
        where('Name', contact.name),
      ]
      for (const question of questions) {
        const read = readElements(await get(access, `/Contacts?where=${question}&page=1`))
        if (read.kind !== 'ok') return read
        // The same name with another TIN is another person.
        const id = read.value.find(
          ({ TaxNumber = '' }) => TaxNumber === '' || contact.tin === '' || TaxNumber === contact.tin,
        )?.ContactID
        if (id !== undefined) return { kind: 'ok', value: id }
      }
      return { kind: 'ok', value: null }
    },
    createContact: async (access, { key: ContactNumber, name: Name, tin }, key) => {
      const contact = { Name, ContactNumber, ...(tin !== '' && { TaxNumber: tin }) }
      const read = readElements(
        await put(access, '/Contacts?summarizeErrors=false', { Contacts: [contact] }, key),
      )
      if (read.kind !== 'ok') return read
      const id = read.value[0]?.ContactID
      return id === undefined ? { kind: 'unknown', detail: 'no contact' } : { kind: 'ok', value: id }
    },
    // An archived contact cannot be changed through the API, so it cannot be made active again either.
    renewContact: async (access, id) => {
      let wanted = id
      for (let merges = 0; merges <= MOST_MERGES; merges += 1) {
        const answer = await get(access, `/Contacts/${encodeURIComponent(wanted)}`)
        if (!('lost' in answer) && answer.status === 404) break
        const read = readElements(answer)
        if (read.kind !== 'ok') return read
        const { ContactStatus = 'ACTIVE', MergedToContactID: target } = read.value[0] ?? {}
        if (target === undefined && ContactStatus !== 'ACTIVE') break
        if (target === undefined)
          return { kind: 'ok', value: wanted === id ? { kind: 'usable' } : { kind: 'use', id: wanted } }
        wanted = target
      }
      return { kind: 'ok', value: { kind: 'gone' } }
    },
  }
}

import type { SavedMapping } from '#domain/accounting/chosen-taxes.ts'
import type { AccountingGateway, BookAccess, BookOutcome } from '../../gateways/accounting/gateway.ts'
import type { Services } from '../context.ts'

/** What a process needs to work on the books of one connection. */
export type Bookkeeper = {
  readonly services: Services
  readonly gateway: AccountingGateway
  readonly mapping: SavedMapping
  /** Whether receipts are attached as files. */
  readonly attaches: boolean
  /** Calls the service with a good token. */
  readonly call: <T>(work: (access: BookAccess) => Promise<BookOutcome<T>>) => Promise<BookOutcome<T>>
}

import type { AccountingSettings } from '#contract/accounting-endpoints.ts'
import type { AccountingProvider } from '#domain/accounting/provider.ts'
import type { MessageWay } from '#server/simulators/accounting/announcer.ts'
import { readPersonInvoice } from '#server/simulators/accounting/person-invoice.ts'
import { type Books, type Bookshop, organizationOf, TODAY } from './bookkeeping.ts'

/** Types or codes of tax, and the account of cash, in the books of the simulators. */
export const THEIR_TAXES = {
  xero: { standard: 'TAX001', exempted: 'EXEMPTOUTPUT', foreign: 'INPUT' },
  quickbooks: { standard: '5', exempted: '7', foreign: '99' },
} as const

export type TypedInvoice = {
  readonly customer?: string
  readonly tin?: string
  readonly number?: string
  readonly date?: string
  readonly currency?: string
  readonly reference?: string
  readonly amounts?: 'inclusive' | 'exclusive' | 'none'
  readonly discount?: { readonly cents: number; readonly afterTax?: boolean }
  readonly lines: readonly {
    readonly text: string
    readonly cents: number
    readonly tax: string
    readonly quantity?: number
  }[]
  readonly paid?: readonly { readonly account: string; readonly cents: number }[]
}

/** A person who works in the accounting service itself. */
export function personIn(books: Books, provider: AccountingProvider, index = 0) {
  const simulator = provider === 'xero' ? books.xero : books.quickbooks
  const organization = organizationOf(books, provider, index)
  return {
    writes: (invoice: TypedInvoice, id?: string): string => {
      const typed = readPersonInvoice({ date: TODAY, ...invoice })
      const written = simulator.person.write(organization, typed, id)
      if (written === undefined) throw new Error('nothing was written')
      return written
    },
    voids: (id: string) => {
      if (!simulator.person.voidInvoice(organization, id)) throw new Error('it cannot be voided')
    },
    /** Archives a customer, or merges it into another one. */
    archives: (name: string, into?: string) => {
      if (!simulator.person.archive(organization, name, into)) throw new Error('it cannot be archived')
    },
    cashAccount: (): string =>
      provider === 'xero'
        ? (books.xero.organizations[index]?.accounts.find(({ Name }) => Name === 'Cash till')?.AccountID ??
          '')
        : '35',
    /** Sends the messages about what changed since the last time. */
    tells: async (way: MessageWay = 'plain') =>
      await simulator.announcer.send(`${books.server.url}/v1/accounting/messages/${provider}`, way),
    /** Changes without a message. */
    forgets: () => simulator.announcer.pending.splice(0),
  }
}

/** Connects nothing: maps the choices that are proposed and takes invoices from today on. */
export async function startPulling(shop: Bookshop, provider: AccountingProvider): Promise<void> {
  const { mapping } = (await shop.call('accounting.settings', { provider })).body as AccountingSettings
  await shop.call('accounting.save-mapping', { provider, mapping })
  const answer = await shop.call('accounting.pull', { provider, from: TODAY })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
}

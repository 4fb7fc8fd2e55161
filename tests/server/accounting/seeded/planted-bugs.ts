import type { AccountingProvider } from '#domain/accounting/provider.ts'
import type { AccountingGateway } from '#server/gateways/accounting/gateway.ts'

/** A mistake that is put between our services and the client of the books, and the law that it breaks. */
export type PlantedBug = {
  /** QuickBooks repeats its first answer to a key for ever, and so forgives what Xero does not. */
  readonly provider: AccountingProvider
  readonly law: RegExp
  readonly plant: (gateway: AccountingGateway) => AccountingGateway
}

export const PLANTED_BUGS: Readonly<Record<string, PlantedBug>> = {
  'sent again without a look-up': {
    provider: 'xero',
    law: /doubled|needs a person/,
    plant: (gateway) => ({ ...gateway, find: async () => ({ kind: 'ok', value: null }) }),
  },
  'a lost answer counts as done': {
    provider: 'quickbooks',
    law: /lost|doubled/,
    plant: (gateway) => ({
      ...gateway,
      write: async (...call) => {
        const outcome = await gateway.write(...call)
        const entry = { id: '0', number: '0', total: null, tax: null }
        return outcome.kind === 'unknown' ? { kind: 'ok', value: entry } : outcome
      },
    }),
  },
  'a limit is no reason to wait': {
    provider: 'quickbooks',
    law: /before the wait was over/,
    plant: (gateway) => ({
      ...gateway,
      write: async (...call) => {
        const outcome = await gateway.write(...call)
        return outcome.kind === 'limited' ? { kind: 'unknown', detail: 'limit' } : outcome
      },
    }),
  },
  'a customer is never looked up': {
    provider: 'xero',
    law: /contact/,
    plant: (gateway) => ({ ...gateway, findContact: async () => ({ kind: 'ok', value: null }) }),
  },
  'what was taken back here stays there': {
    provider: 'quickbooks',
    law: /doubled/,
    plant: (gateway) => ({
      ...gateway,
      write: async (access, instruction, ...rest) =>
        instruction.kind === 'unpay'
          ? { kind: 'ok', value: { id: instruction.target, number: '', total: null, tax: null } }
          : await gateway.write(access, instruction, ...rest),
    }),
  },
}

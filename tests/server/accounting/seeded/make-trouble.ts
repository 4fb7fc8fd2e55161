import type { AccountingProvider } from '#domain/accounting/provider.ts'
import { FAULT_KINDS, type SimulatorFault } from '#server/simulators/accounting/faults.ts'
import { endAll } from '#server/simulators/accounting/grants.ts'
import type { Chance } from '../../../simulation/world/chance.ts'
import type { Books } from '../bookkeeping.ts'

/** A crash as far as the database and the books can see: the work ends where the process would. */
export class ProcessEnded extends Error {}

/** What goes wrong in one round. */
export type Trouble = {
  /** What happens to a process at the points of its work; absent: nothing. */
  readonly pointsOf: (process: number) => ((point: string) => void) | undefined
  /** At the how-manieth entry this process sleeps behind the answer, while another one takes over; 0: never. */
  readonly lateAt: (process: number) => number
  /** The round is over: what broke the line is gone now and then, and a closed period is open again. */
  readonly end: () => void
  /** The kinds of faults that met a request up to now. */
  readonly met: () => string[]
}

const POINTS = ['book:marked', 'book:answered', 'book:answered', 'book:refreshed'] as const
/** Longer than another process respects the claim of a document. */
export const FROZEN_MS = 4 * 60_000
const PATHS = {
  xero: ['', '', '/Contacts', '/Invoices', '/Payments', '/CreditNotes', '/Allocations'],
  quickbooks: ['', '', '/customer', '/invoice', '/payment', '/refundreceipt', '/creditmemo'],
} as const
/** Every kind of trouble that the seeds together must meet. */
export const TROUBLES = [
  ...[...FAULT_KINDS, 'ended', 'frozen', 'late', 'expired', 'storm', 'reconnect', 'period', 'at once'],
]

function drawFault(chance: Chance, provider: AccountingProvider): SimulatorFault {
  const path = chance.pick(PATHS[provider])
  return {
    kind: chance.pick(FAULT_KINDS),
    ...{ times: 1 + chance.below(4), seconds: 20 + chance.below(180) },
    ...(path !== '' && { path }),
    ...(chance.hits(0.4) && { method: provider === 'xero' ? chance.pick(['PUT', 'POST']) : 'POST' }),
  }
}

function closeUntil(books: Books, provider: AccountingProvider, day: string): void {
  const [organization, company] = [books.xero.organizations[0], books.quickbooks.companies[0]]
  if (provider === 'xero' && organization) organization.lockDate = day
  if (provider === 'quickbooks' && company) company.closedUntil = day
}

/** Draws and begins the trouble of one round. */
export function makeTrouble(
  { books, provider }: { readonly books: Books; readonly provider: AccountingProvider },
  chance: Chance,
  note: (what: string, kind?: string) => void,
): Trouble {
  const { faults, grants } = provider === 'xero' ? books.xero : books.quickbooks
  const { clock } = books.server
  const begun: { readonly fault: SimulatorFault; readonly times: number; readonly kind: string }[] = []
  const late = new Map<number, number>()
  const points = new Map<number, (point: string) => void>()
  const add = (fault: SimulatorFault, kind: string) => {
    begun.push({ fault, times: fault.times, kind })
    faults.push(fault)
    note(`fault ${JSON.stringify(fault)}`)
  }
  for (let nth = chance.below(4); nth > 0; nth -= 1) {
    const drawn = chance.below(23)
    if (drawn < 11) {
      const fault = drawFault(chance, provider)
      add(fault, fault.kind)
    } else if (drawn < 15) {
      const [point, at] = [chance.pick(POINTS), 1 + chance.below(2)]
      const ends = chance.hits(0.4)
      let passed = 0
      if (point === 'book:refreshed') endAll(grants, 'expire')
      points.set(chance.below(2), (reached) => {
        passed += reached === point ? 1 : 0
        if (reached !== point || passed !== at) return
        note(`${ends ? 'a process ends' : 'a process is frozen'} at ${point}`, ends ? 'ended' : 'frozen')
        if (ends) throw new ProcessEnded()
        clock.advance(FROZEN_MS)
      })
    } else if (drawn < 16) {
      endAll(grants, 'expire')
      note('the access tokens expire', 'expired')
    } else if (drawn < 17 && chance.hits(0.5)) {
      endAll(grants, 'end')
      note('a person ends the access')
    } else if (drawn < 18) {
      const kind = chance.pick(['limit', 'limit-after'] as const)
      add({ kind, times: 3 + chance.below(6), seconds: 20 + chance.below(180) }, 'storm')
    } else if (drawn < 20) {
      late.set(0, 1 + chance.below(2))
    } else {
      closeUntil(books, provider, '2026-12-31')
      note('the period is closed')
    }
  }
  return {
    pointsOf: (process) => points.get(process),
    lateAt: (process) => late.get(process) ?? 0,
    met: () => begun.flatMap(({ fault, times, kind }) => (fault.times < times ? [kind] : [])),
    end: () => {
      // A storm and a broken line mostly outlast a round.
      if (chance.hits(0.25)) faults.splice(0)
      closeUntil(books, provider, '2020-12-31')
    },
  }
}

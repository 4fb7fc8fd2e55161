import { createContext, useContext } from 'react'
import type { Caller } from '#api/call.ts'
import type { Session } from '#contract/session.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { type FiscalDay, fiscalDayOf, notBefore, toInstant } from '#domain/calendar/east-africa.ts'
import { type Company, isVatRegistered } from '#domain/companies/company.ts'
import type { Account } from '#session/account.ts'
import type { CommandDeps } from '#sync/commands/outcome.ts'
import { useEnvironment } from '#ui/environment.ts'

/** Everything a signed-in person works with on this phone. Built by the app, handed to every screen. */
export type Workplace = {
  readonly account: Account
  readonly commands: CommandDeps
  /** Asks the server for what this phone does not keep. */
  readonly call: Caller
  /** Sends and fetches at the person's wish, whatever the queue was waiting for. */
  readonly sendNow: () => Promise<void>
  /** Ends the session on this phone; what waits to be sent stays. */
  readonly leave: () => Promise<void>
}

type Signed = Workplace & { readonly session: Session }

export const WorkplaceContext = createContext<Signed | null>(null)

export type WorkplaceView = Signed & {
  readonly db: AccountDatabase
  readonly company: Company | null
  readonly vatRegistered: boolean
  /** TRA blocked the company: nothing may be saved or submitted (spec §4). */
  readonly blocked: boolean
}

export function useWorkplace(): WorkplaceView {
  const signed = useContext(WorkplaceContext)
  if (!signed) throw new Error('nobody is signed in here')
  const { company } = signed.session
  return {
    ...signed,
    db: signed.account.db,
    company,
    vatRegistered: company !== null && isVatRegistered(company),
    blocked: company?.blockedByTra ?? false,
  }
}

/** Today in East Africa, by this phone's clock as far as that can be true. */
export function useToday(): FiscalDay {
  const said = toInstant(useEnvironment().clock.now())
  const signed = useContext(WorkplaceContext)
  return fiscalDayOf(signed ? notBefore(said, signed.session.serverTime) : said)
}

import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Caller } from '#api/call.ts'
import type { CallOutcome } from '#api/failure.ts'
import type { DeviceNotifications } from '#blocks/push-ask/device-notifications.ts'
import type { Session } from '#contract/session.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import type { UsageEvent } from '#domain/analytics/usage.ts'
import { type FiscalDay, fiscalDayOf, notBefore, toInstant } from '#domain/calendar/east-africa.ts'
import { type Company, isVatRegistered } from '#domain/companies/company.ts'
import type { ExpenseFile } from '#domain/expenses/expense-files.ts'
import type { Account } from '#session/account.ts'
import type { Person } from '#session/people.ts'
import type { PinKeeper } from '#session/pin-keeper.ts'
import type { CommandDeps } from '#sync/commands/outcome.ts'
import type { CheckAnswer } from '#sync/outbox/check-outcome.ts'
import type { SendAnswer } from '#sync/send-and-tell.ts'
import { useEnvironment } from '#ui/environment.ts'
import { everyMinute } from '#ui/every-minute.ts'
import { useOnline } from '#ui/use-online.ts'

/** Everything a signed-in person works with on this phone. Built by the app, handed to every screen. */
export type Workplace = {
  readonly account: Account
  readonly commands: CommandDeps
  /** Sends and fetches at the person's wish, whatever the queue was waiting for, and says what came of it. */
  readonly sendNow: () => Promise<SendAnswer>
  /** Asks the server what became of an operation that was sent without an answer. */
  readonly checkNow: (opId: string) => Promise<CheckAnswer>
  /** Calls the server under this person's name, for what needs it at once. */
  readonly call: Caller
  /** The content of a file of an expense: from this phone, else from the server. */
  readonly openFile: (file: ExpenseFile) => Promise<CallOutcome<ArrayBuffer>>
  /** Ends the session on this phone; what waits to be sent stays. */
  readonly leave: () => Promise<void>
  /** The PIN of this person on this phone; loaded when it is asked for. */
  readonly pin: () => Promise<PinKeeper>
  /** Who uses this phone. */
  readonly people: () => Promise<readonly Person[]>
  /** What this phone tells its person while nobody looks; loaded when it is asked for. */
  readonly notifications: () => Promise<DeviceNotifications>
  /** Tells of a deed for usage statistics, if this person agreed to them; never fails. */
  readonly note: (event: UsageEvent) => void
  readonly usage: () => Promise<UsageChoice>
}

/** Whether this person agreed to usage statistics on this phone. */
export type UsageChoice = {
  /** `impossible`: this server keeps none, or could not be asked. */
  standing(): Promise<'on' | 'off' | 'impossible'>
  agree(): Promise<boolean>
  refuse(): Promise<void>
}

type Signed = Workplace & {
  readonly session: Session
  /** How far this phone's clock is from the true time, in milliseconds; 0 while it is right. */
  readonly clockOffsetMs: number
  /** Our server answered the last time it was asked; a phone with a network may still not get through. */
  readonly reached: boolean
}

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

/** Whether what is saved now leaves at once, as far as this phone knows. */
export function useLeavesNow(): boolean {
  const online = useOnline()
  return useWorkplace().reached && online
}

/** Today in East Africa, by the server's clock as far as this phone knows it; another day from midnight on. */
export function useToday(): FiscalDay {
  const { clock } = useEnvironment()
  const { clockOffsetMs, session } = useWorkplace()
  return useSyncExternalStore(everyMinute, () =>
    fiscalDayOf(notBefore(toInstant(clock.now() + clockOffsetMs), session.serverTime)),
  )
}

import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Caller } from '#api/call.ts'
import type { CallOutcome } from '#api/failure.ts'
import type { DeviceNotifications } from '#blocks/push-offer/device-notifications.ts'
import type { Session } from '#contract/session.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import type { UsageEvent } from '#domain/analytics/usage.ts'
import { type FiscalDay, fiscalDayOf, notBefore, toInstant } from '#domain/calendar/east-africa.ts'
import { type Company, isVatRegistered } from '#domain/companies/company.ts'
import type { ExpenseFile } from '#domain/expenses/expense-files.ts'
import type { Account } from '#session/account.ts'
import type { Approved } from '#session/approve-by-pin.ts'
import type { DeviceUser } from '#session/device-users.ts'
import type { PinSettings } from '#session/pin-settings.ts'
import type { CheckAnswer } from '#sync/outbox/check-outcome.ts'
import type { CommandDeps } from '#sync/outbox/command-result.ts'
import type { SendReport } from '#sync/send-report.ts'
import { everyMinute } from '#ui/every-minute.ts'
import { usePorts } from '#ui/ports.ts'
import { useOnline } from '#ui/use-online.ts'

/** Everything that the screens of a signed-in person need. Built by the app, passed to every screen. */
export type AppContext = {
  readonly account: Account
  readonly commands: CommandDeps
  /** Sends and fetches because the person asked for it, regardless of any back-off, and reports the result. */
  readonly sendNow: () => Promise<SendReport>
  /** Asks the server for the result of an operation that was sent without an answer. */
  readonly checkNow: (opId: string) => Promise<CheckAnswer>
  /** Calls the server in this person's name, for what cannot wait for the outbox. */
  readonly call: Caller
  /** The content of a file of an expense: from this phone, else from the server. */
  readonly openFile: (file: ExpenseFile) => Promise<CallOutcome<ArrayBuffer>>
  /** Ends the session on this phone; unsent work stays. */
  readonly signOut: () => Promise<void>
  /** The PIN of this person on this phone; loaded on demand. */
  readonly pin: () => Promise<PinSettings>
  /** Tries the PIN of an owner of the company, for what the signed-in person may not do alone. Works offline. */
  readonly approve: (ownerAccountId: string, pin: string) => Promise<Approved>
  /** The users of this phone. */
  readonly people: () => Promise<readonly DeviceUser[]>
  /** Notifications that this device shows while the app is closed; loaded on demand. */
  readonly notifications: () => Promise<DeviceNotifications>
  /** Reports an action for usage statistics if this person agreed to them; never fails. */
  readonly trackUsage: (event: UsageEvent) => void
  readonly usage: () => Promise<UsageConsent>
}

/** Whether this person agreed to usage statistics on this phone. */
export type UsageConsent = {
  /** `impossible`: this server keeps none, or could not be asked. */
  status(): Promise<'on' | 'off' | 'impossible'>
  agree(): Promise<boolean>
  refuse(): Promise<void>
}

type SignedInContext = AppContext & {
  readonly session: Session
  /** How far this phone's clock is from the true time, in milliseconds; 0 while it is right. */
  readonly clockOffsetMs: number
  /** Our server answered the last call; a phone with a network may still not reach it. */
  readonly serverReachable: boolean
}

export const AppReactContext = createContext<SignedInContext | null>(null)

export type AppContextValue = SignedInContext & {
  readonly db: AccountDatabase
  readonly company: Company | null
  readonly vatRegistered: boolean
  /** TRA blocked the company: nothing may be saved or submitted (spec §4). */
  readonly blocked: boolean
}

export function useAppContext(): AppContextValue {
  const context = useContext(AppReactContext)
  if (!context) throw new Error('nobody is signed in here')
  const { company } = context.session
  return {
    ...context,
    db: context.account.db,
    company,
    vatRegistered: company !== null && isVatRegistered(company),
    blocked: company?.blockedByTra ?? false,
  }
}

/** Whether a save is sent at once, as far as this phone knows. */
export function useSendsImmediately(): boolean {
  const online = useOnline()
  return useAppContext().serverReachable && online
}

/** Today in East Africa, by the server's clock as far as this phone knows it; updated at midnight. */
export function useToday(): FiscalDay {
  const { clock } = usePorts()
  const { clockOffsetMs, session } = useAppContext()
  const read = () => fiscalDayOf(notBefore(toInstant(clock.now() + clockOffsetMs), session.serverTime))
  return useSyncExternalStore(everyMinute, read, read)
}

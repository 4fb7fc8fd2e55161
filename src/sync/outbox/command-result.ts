import type { ErrorCode } from '#contract/error-codes.ts'
import type { OperationType } from '#contract/operations.ts'
import type { Session } from '#contract/session.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import type { Contact } from '#data/meta.ts'
import type { Ports } from '#data/ports.ts'
import { DeviceStorageFailure } from '#data/storage-failure.ts'
import { withReconnect } from '#data/with-reconnect.ts'
import { type Instant, notBefore, toInstant } from '#domain/calendar/east-africa.ts'
import { trustedTime } from '#domain/calendar/trusted-clock.ts'
import { isHeldWhileBlocked } from '#domain/companies/blocked-company.ts'
import type { Company } from '#domain/companies/company.ts'
import { type OperatorRights, rightsOf } from '#domain/permissions/operator-rights.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { CurrentUser } from '#domain/users/user.ts'
import { findSession } from '#session/current-session.ts'
import type { SyncTrigger } from '../connection/sync-trigger.ts'

export type RefusalCode = ErrorCode

/**
 * The result of a command. `ok` means durable: it survives a killed browser and a dead battery. What the phone could
 * not store is a refusal of the whole, with a storage code.
 */
export type CommandResult<T> = Result<T, RefusalCode>

export type CommandDeps = {
  readonly ports: Ports
  /** Called after the work is durable; must not throw. */
  readonly requestSync: (reason: SyncTrigger) => void
}

/** A refusal of the whole command, not of a field. */
export function refusedWithCode(code: RefusalCode): CommandResult<never> {
  return refuse([{ path: '', code }])
}

/**
 * Runs a command: a storage failure becomes a result, and a sync is requested once something was stored. After a lost
 * connection to the database it reconnects and runs the work again.
 */
export async function runCommand<T>(
  db: AccountDatabase,
  deps: CommandDeps,
  work: () => Promise<CommandResult<T>>,
): Promise<CommandResult<T>> {
  try {
    const outcome = await withReconnect(db, work)
    if (outcome.ok) deps.requestSync('enqueued')
    return outcome
  } catch (error) {
    if (error instanceof DeviceStorageFailure) return refusedWithCode(error.code)
    throw error
  }
}

/** The author of a command and the company it is for, from what the phone stores. */
export type Author = {
  readonly session: Session
  readonly user: CurrentUser
  readonly company: Company
  readonly name: string
}

/**
 * The sale time of an invoice written at `now` (ms): this phone's clock, corrected by the server's clock at the last
 * contact, and never before the login.
 */
export function saleTime(contact: Contact | undefined, author: Author, now: number): Instant {
  const trusted = trustedTime(now, contact?.clock ?? null)
  return notBefore(toInstant(trusted.ms), author.session.serverTime)
}

/** What the owner lets the author do besides selling. */
export function rightsOfAuthor({ session }: Pick<Author, 'session'>): OperatorRights {
  return rightsOf(session.user.user_type, session.rights)
}

/** The author of an operation; a refusal without a company, or while the authority blocks its work of this type (spec §4). */
export async function readAuthor(
  db: AccountDatabase,
  operationType: OperationType,
): Promise<CommandResult<Author>> {
  return authorOf(await findSession(db), operationType)
}

/** `readAuthor` for a session that was read already. */
export function authorOf(session: Session | undefined, operationType: OperationType): CommandResult<Author> {
  const company = session?.company
  if (!session || !company) return refusedWithCode('FORBIDDEN')
  if (company.blockedByTra && isHeldWhileBlocked(operationType))
    return refusedWithCode('COMPANY_BLOCKED_BY_TRA')
  const { user } = session
  return ok({ session, user, company, name: `${user.firstName} ${user.lastName}`.trim() })
}

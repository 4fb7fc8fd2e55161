import type { Kysely } from 'kysely'
import type { Action, Subject } from '#domain/permissions/can.ts'
import { can } from '#domain/permissions/can.ts'
import type { OperatorRights } from '#domain/permissions/operator-rights.ts'
import type { Actor } from '#domain/users/user.ts'
import type { CrashPoint } from '../ports/crash-points.ts'
import type { Meter } from '../ports/meter.ts'
import { Refusal } from '../ports/refusal.ts'
import type { Clock, Encryption, Log } from '../ports/system.ts'
import type { Database } from '../storage/schema.ts'
import type { CompanyScope } from '../storage/scope.ts'
import type { PushTraffic } from './sync/push-traffic.ts'

/** What every service needs, independent of the caller. Built once in `main.ts`. */
export type Services = {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly newId: () => string
  readonly log: Log
  readonly encryption: Encryption
  /** Notifies the submission queue that an identity has something to send; called after the commit. */
  readonly wakeSubmission: (identityId: string) => Promise<void>
  /** How busy this process is with pushes from phones; where it is absent, delivery does not wait for them. */
  readonly traffic?: PushTraffic
  /** Where figures of the work go; absent without METRICS_PORT. */
  readonly meter?: Meter | undefined
  /** Only where a test wants this process to end at a certain point. */
  readonly onCrashPoint?: ((point: CrashPoint) => void) | undefined
}

/** Who asks, beside what every service needs. */
export type ServiceContext = Services & {
  readonly actor: Actor
  readonly operatorName: string
  /** What the owner lets this person do beside selling. */
  readonly rights: OperatorRights
  /** The phone or computer that asks, or that wrote what is executed. */
  readonly deviceId?: string | null
  /** The way in of a program or a feature phone; absent for the app. */
  readonly door?: 'API' | 'USSD' | 'Xero' | 'QuickBooks'
  /** The number that an invoice has in the books it comes from. */
  readonly bookNumber?: string
}

/** The scope of a user who works for a company; refuses all other users. */
export function companyScope(context: Pick<ServiceContext, 'actor'>): CompanyScope {
  if (context.actor.companyId === null) throw new Refusal('FORBIDDEN')
  return { companyId: context.actor.companyId }
}

/** Asks the one permission table; refuses with `FORBIDDEN`. */
export function requireRight(context: Pick<ServiceContext, 'actor'>, action: Action, subject: Subject): void {
  if (!can(context.actor, action, subject)) throw new Refusal('FORBIDDEN')
}

/** Who did something, from which device, and for which organization: for the audit trail. */
export function actedBy({ actor, deviceId = null }: Pick<ServiceContext, 'actor' | 'deviceId'>): {
  readonly userId: string
  readonly deviceId: string | null
  readonly organizationId: string | null
} {
  return { userId: actor.userId, deviceId, organizationId: actor.organizationId }
}

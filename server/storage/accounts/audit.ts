import type { Instant } from '#domain/calendar/east-africa.ts'
import { parseMoment } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

export type AuditEntry = {
  readonly companyId: string | null
  readonly userId: string | null
  /** The device it was done on; absent where there was none. */
  readonly deviceId?: string | null
  /** The organization it concerns, where it concerns no single company. */
  readonly organizationId?: string | null
  /** Instant. */
  readonly at: string
  /** What was done, `noun.verb`. */
  readonly action: string
  /** What it was done to, `noun:id`. */
  readonly subject: string
  /** Never a secret. */
  readonly detail?: Readonly<Record<string, unknown>>
}

/** Writes who did what, in the transaction that does it. */
export async function insertAuditEntries(db: Db, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await db
    .insertInto('audit')
    .values(
      entries.map((entry) => ({
        company_id: entry.companyId,
        user_id: entry.userId,
        device_id: entry.deviceId ?? null,
        organization_id: entry.organizationId ?? null,
        at: entry.at,
        action: entry.action,
        subject: entry.subject,
        detail: JSON.stringify(entry.detail ?? {}),
      })),
    )
    .execute()
}

/** The same for one. */
export async function insertAuditEntry(db: Db, entry: AuditEntry): Promise<void> {
  await insertAuditEntries(db, [entry])
}

/**
 * Since when a user of a company is not active, by the trail: disabled or blocked, and not enabled afterwards;
 * `undefined` where it does not say.
 */
export async function findInactiveSince(
  db: Db,
  { companyId }: CompanyScope,
  userId: string,
): Promise<Instant | undefined> {
  const changes = await db
    .selectFrom('audit')
    .select(['action', 'at'])
    .where('company_id', '=', companyId)
    .where('subject', '=', `user:${userId}`)
    .where('action', 'in', ['user.enable', 'user.disable', 'user.block'])
    .orderBy('at')
    .orderBy('id')
    .execute()
  const enabled = changes.findLastIndex(({ action }) => action === 'user.enable')
  const ended = changes[enabled + 1]
  return ended && parseMoment(ended.at)
}

/** The fields with which a company or an organization was made, by the trail; `undefined` where it does not say. */
export async function findFieldsAtFirst(
  db: Db,
  noun: 'company' | 'organization',
  id: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const first = await db
    .selectFrom('audit')
    .select('detail')
    .where(`${noun}_id`, '=', id)
    .where('subject', '=', `${noun}:${id}`)
    .where('action', '=', `${noun}.create`)
    .executeTakeFirst()
  return (first?.detail as { readonly is?: Readonly<Record<string, unknown>> } | undefined)?.is
}

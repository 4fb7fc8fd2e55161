import type { Kysely } from 'kysely'
import { DAY_MS, type Instant, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import type { Clock } from '../ports/system.ts'
import { insertAuditEntry } from '../storage/accounts/audit.ts'
import { revokeAllSessions } from '../storage/accounts/refresh-tokens.ts'
import { HOLD_REASON } from '../storage/fiscal/identities.ts'
import { insertHolds } from '../storage/fiscal/numbering-holds.ts'
import { inTransaction } from '../storage/in-transaction.ts'
import { migrate } from '../storage/migrate.ts'
import type { Database, Db } from '../storage/schema.ts'
import { getServerState, updateEpoch } from '../storage/server-state.ts'

/** Phones that sent something in the last days before the backup are awaited; older ones are taken for gone. */
const ACTIVE_DAYS = 30

export type NewEpoch = { readonly epoch: string; readonly held: number }

/**
 * Makes a restored database known for what it is, in one transaction: every cursor is void, no number is given until
 * the phones have returned what the backup lacks, and every session ends (a session that was ended after the backup
 * must not come to life again).
 */
export async function openNewEpoch(
  db: Kysely<Database>,
  restore: { readonly clock: Clock; readonly newId: () => string; readonly backupAt: Instant },
): Promise<NewEpoch> {
  await migrate(db, restore.newId)
  const { backupAt } = restore
  const at = toInstant(restore.clock.now())
  return await inTransaction(db, (tx) =>
    beginEpoch(tx, { epoch: restore.newId(), at, backupAt, reason: HOLD_REASON }),
  )
}

/** The part of it that is one transaction: numbering is held for `reason`. */
export async function beginEpoch(
  tx: Db,
  restore: {
    readonly epoch: string
    readonly at: Instant
    readonly backupAt: Instant
    readonly reason: string
  },
): Promise<NewEpoch> {
  const { epoch, at, backupAt, reason } = restore
  const { epoch: before } = await getServerState(tx)
  const activeSince = toInstant(instantMs(backupAt) - ACTIVE_DAYS * DAY_MS)
  const held = await insertHolds(tx, { epoch, at, backupAt, activeSince, reason })
  await updateEpoch(tx, epoch)
  await revokeAllSessions(tx, at)
  await insertAuditEntry(tx, {
    companyId: null,
    userId: null,
    at,
    action: 'server.restore',
    subject: `epoch:${epoch}`,
    detail: { before, backupAt },
  })
  for (const { companyId, identityId, fromGc } of held) {
    await insertAuditEntry(tx, {
      companyId,
      userId: null,
      at,
      action: 'fiscal-identity.hold',
      subject: `fiscal-identity:${identityId}`,
      detail: { backupAt, fromGc },
    })
  }
  return { epoch, held: held.length }
}

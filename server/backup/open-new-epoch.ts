import type { Kysely } from 'kysely'
import { DAY_MS, type Instant, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import type { Clock } from '../services/context.ts'
import { recordAudit } from '../storage/audit.ts'
import { HOLD_REASON } from '../storage/fiscal-identities.ts'
import { inTransaction } from '../storage/in-transaction.ts'
import { migrate } from '../storage/migrate.ts'
import { holdEveryIdentity } from '../storage/numbering-holds.ts'
import { revokeEverySession } from '../storage/refresh-tokens.ts'
import type { Database } from '../storage/schema.ts'
import { openEpoch, readServerState } from '../storage/server-state.ts'

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
  const at = toInstant(restore.clock.now())
  const epoch = restore.newId()
  return await inTransaction(db, async (tx) => {
    const { epoch: before } = await readServerState(tx)
    const { backupAt } = restore
    const activeSince = toInstant(instantMs(backupAt) - ACTIVE_DAYS * DAY_MS)
    const held = await holdEveryIdentity(tx, { epoch, at, backupAt, activeSince, reason: HOLD_REASON })
    await openEpoch(tx, epoch)
    await revokeEverySession(tx, at)
    await recordAudit(tx, {
      companyId: null,
      userId: null,
      at,
      action: 'server.restore',
      subject: `epoch:${epoch}`,
      detail: { before, backupAt },
    })
    for (const { companyId, identityId, fromGc } of held) {
      await recordAudit(tx, {
        companyId,
        userId: null,
        at,
        action: 'fiscal-identity.hold',
        subject: `fiscal-identity:${identityId}`,
        detail: { backupAt, fromGc },
      })
    }
    return { epoch, held: held.length }
  })
}

import { type Kysely, sql } from 'kysely'
import { DAY_MS, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import { beginEpoch } from './backup/open-new-epoch.ts'
import type { Clock, Log } from './ports/system.ts'
import { ROLLBACK_REASON } from './storage/fiscal/identities.ts'
import { inTransaction } from './storage/in-transaction.ts'
import type { Database, Db } from './storage/schema.ts'
import { getServerState, lockDatabaseIdentity, updateDatabaseIdentity } from './storage/server-state.ts'
import { findLastExecutedAtAnywhere } from './storage/sync/operations.ts'

/** Name and timeline of the cluster; `undefined` where a provider does not show them. */
export async function readDatabaseIdentity(db: Db): Promise<string | undefined> {
  try {
    const { rows } = await sql<{ identity: string }>`
      select system_identifier || '/' || timeline_id as identity from pg_control_system(), pg_control_checkpoint()
    `.execute(db)
    return rows[0]?.identity
  } catch {
    return undefined
  }
}

/**
 * At the start: is this still the database that was served last? A copy restored by hand into another cluster, or a
 * standby that took over, may lack the end, and so does the same one in the epoch `goneBackIn`. Then numbering stops
 * everywhere until the phones have given back what is missing, as after the restore command (design D16). Returns
 * whether it is another one.
 */
export async function noticeOtherDatabase(
  db: Kysely<Database>,
  services: { readonly clock: Clock; readonly newId: () => string; readonly log: Log },
  identity: string | undefined,
  goneBackIn?: string,
): Promise<boolean> {
  if (identity === undefined) return false
  const opened = await inTransaction(db, async (tx) => {
    const before = await lockDatabaseIdentity(tx)
    // Of several processes that see it go back, the first opens an epoch.
    const goneBack = goneBackIn !== undefined && (await getServerState(tx)).epoch === goneBackIn
    if (before === identity && !goneBack) return undefined
    const at = toInstant(services.clock.now())
    const lastKnown = before === null ? undefined : ((await findLastExecutedAtAnywhere(tx)) ?? at)
    const begun =
      lastKnown === undefined
        ? undefined
        : await beginEpoch(tx, {
            epoch: services.newId(),
            at,
            backupAt: toInstant(instantMs(lastKnown) - DAY_MS),
            reason: ROLLBACK_REASON,
          })
    await updateDatabaseIdentity(tx, identity)
    return begun
  })
  if (opened === undefined) return false
  services.log({ event: 'another-database', ...opened, alert: true })
  return true
}

import { type Kysely, sql } from 'kysely'
import { DAY_MS, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import { beginEpoch } from './backup/open-new-epoch.ts'
import type { Clock, Log } from './ports/system.ts'
import { ROLLBACK_REASON } from './storage/fiscal/identities.ts'
import { inTransaction } from './storage/in-transaction.ts'
import type { Database, Db } from './storage/schema.ts'
import { getServerState, lockDatabaseIdentity, updateDatabaseIdentity } from './storage/server-state.ts'
import { findLastExecutedAtAnywhere } from './storage/sync/operations.ts'

/** Name and timeline of the cluster; `undefined` where a provider does not show them, and on a standby. */
export async function readDatabaseIdentity(db: Db): Promise<string | undefined> {
  try {
    // The checkpoint names the timeline only some time after a standby took over.
    const { rows } = await sql<{ identity: string }>`
      select system_identifier || '/' || ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as identity
      from pg_control_system()
    `.execute(db)
    return rows[0]?.identity
  } catch {
    return undefined
  }
}

/**
 * Is this still the database that was served last? A copy restored by hand into another cluster, or a standby that took
 * over (unless `acceptNewLeader` came first), may lack the end, and so does the same one in the epoch `goneBackIn`. Then
 * numbering stops everywhere until the phones have given back what is missing, as after the restore command (design
 * D16). Returns whether it is another one.
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

/** Takes note that a standby which had every answered commit leads now: numbering goes on. */
export async function acceptNewLeader(
  db: Kysely<Database>,
  log: Log,
  before: string,
  identity: string,
): Promise<void> {
  const accepted = await inTransaction(db, async (tx) => {
    if ((await lockDatabaseIdentity(tx)) !== before) return false
    await updateDatabaseIdentity(tx, identity)
    return true
  })
  if (accepted) log({ event: 'database-leader-changed', before, identity })
}

import { deleteMeta, findMeta, upsertMeta } from '#data/meta.ts'
import type { Account } from '#session/account.ts'
import type { SyncDeps } from './sync-deps.ts'

/** Longer than one request and the storing of its answer take on a cheap phone. */
const LEASE_MS = 120_000

/** The work of which one page or worker at a time does its account's. */
export type SharedWork = 'pull' | 'files'

/**
 * Runs `work` under a lock, or not at all while another page or the worker holds it (`undefined`). A page that the
 * browser has frozen keeps its locks, for hours perhaps: once its lease is over, the lock is taken from it. It goes on when
 * it wakes up, so `work` must bear company. `work` renews the lease with every step, however little a step brings.
 */
export async function tryOrTakeOver<T>(
  { id, db }: Account,
  { locks, owner, ports }: Pick<SyncDeps, 'locks' | 'owner' | 'ports'>,
  kind: SharedWork,
  work: (renew: () => Promise<void>) => Promise<T>,
): Promise<T | undefined> {
  const { clock } = ports
  const [name, key] = [`${kind}:${id}`, `${kind}-lease`] as const
  const renew = () => upsertMeta(db, key, { owner, until: clock.now() + LEASE_MS })
  const underLease = async () => {
    await renew()
    try {
      return { value: await work(renew) }
    } finally {
      await db.transaction('rw', db.meta, async () => {
        if ((await findMeta(db, key))?.owner === owner) await deleteMeta(db, key)
      })
    }
  }
  const done = await locks.tryExclusive(name, underLease)
  if (done) return done.value
  const lease = await findMeta(db, key)
  const now = clock.now()
  // The clock may have been put back.
  const isOver = lease !== undefined && (lease.until <= now || lease.until - now > LEASE_MS)
  return isOver ? (await locks.tryExclusive(name, underLease, { steal: true }))?.value : undefined
}

import { findMetas } from '#data/meta.ts'
import type { Account } from '#session/account.ts'
import type { Locks } from '#session/locks.ts'

/**
 * Whether to ask the server, whose feed is at the change `upTo`; `undefined` where it does not say. Yes when
 * something waits to be sent, when the server was believed unreachable, and when the last fetched change is another
 * one: earlier, or later than a server that was restored. A fetch that is under way is awaited.
 */
export async function hasChanges(
  { id, db }: Account,
  locks: Locks,
  upTo: string | undefined,
): Promise<boolean> {
  if (upTo === undefined) return true
  const readContactState = async () => {
    const [contact, pending = 0] = await findMetas(db, ['contact', 'pending'])
    return { idle: pending === 0 && contact?.online === true, same: String(contact?.upTo) === upTo }
  }
  let { idle, same } = await readContactState()
  if (idle && !same) ({ idle, same } = await locks.exclusive(`pull:${id}`, readContactState))
  return !idle || !same
}

import { findMetas } from '#data/meta.ts'
import type { Account } from '#session/account.ts'
import type { Locks } from '#session/locks.ts'

/**
 * Whether it is worth asking the server, whose feed is at the change `upTo`; `undefined` where it does not say. It is
 * where something waits to be sent, where the phone believed the server out of reach, and where what it fetched ends
 * elsewhere: before, or beyond a server that was set back. What is being fetched just now is waited for.
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

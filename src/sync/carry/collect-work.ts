import type { CarriedOperation, CarriedWork } from '#contract/carried-work.ts'
import { guarded } from '#data/guard.ts'
import { readMeta } from '#data/meta.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { readSession } from '#session/current-session.ts'

/** More than a phone ever owes; sealed it is a file of some megabytes. */
const MOST = 20_000

/**
 * What a phone returns to a restored server it returns itself: it says which phone is back. The content of files stays
 * on the phone that took them, and so does the word that it was sent.
 */
function mayTravel({ type }: Pick<OutboxEntry, 'type'>): boolean {
  return !type.startsWith('receipt.return') && type !== 'expense.keep-file'
}

function carriedForm(entry: OutboxEntry): CarriedOperation {
  const { opId, type, v, lane, dependsOn, bodyHash, body, createdAt, writtenBy } = entry
  return {
    ...{ opId, type, v, lane, dependsOn: [...dependsOn], bodyHash, body, createdAt },
    ...(writtenBy ? { writtenBy: { ...writtenBy } } : {}),
  }
}

/**
 * Everything this account still owes the server, drafts included: a draft is an operation until the server has it.
 * What was refused travels too, it is judged again and can be mended where it arrives. `undefined` while nobody of a
 * company is signed in.
 */
export async function collectWork(account: Account, now: number): Promise<CarriedWork | undefined> {
  const { db } = account
  return guarded(db, async () => {
    const [session, deviceId] = [await readSession(db), await readMeta(db, 'deviceId')]
    if (!session?.company || deviceId === undefined) return undefined
    const { user, company } = session
    const entries = (await listUnsent(db, MOST)).filter(mayTravel)
    return {
      kind: 'risiti-work',
      companyId: company.id,
      companyName: company.name,
      writer: { userId: user.id, deviceId, name: `${user.firstName} ${user.lastName}`.trim() },
      madeAt: toInstant(now),
      operations: entries.map(carriedForm),
    }
  })
}

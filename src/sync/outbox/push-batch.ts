import type { CallOutcome } from '#api/failure.ts'
import type { PushAnswer, PushRequest } from '#contract/sync.ts'
import { CONTRACT_VERSION } from '#contract/version.ts'
import { guarded } from '#data/guard.ts'
import { readMeta } from '#data/meta.ts'
import type { OutboxEntry } from '#data/rows.ts'
import type { Account } from '#session/account.ts'
import { signPush } from '#session/delivery-grant.ts'
import type { SyncDeps } from '../deps.ts'
import { wireBytes } from './next-batch.ts'

const PUSH_TIMEOUT_MS = 20_000
/** Browsers take no body of 64 KiB or more that shall outlive its page. */
const KEEPALIVE_MAX_BYTES = 60_000

/** Under whose name a push went. */
export type PushedBy = 'bearer' | 'grant' | 'nobody'

export type Pushed = {
  readonly outcome: CallOutcome<PushAnswer>
  readonly nonce: string
  readonly by: PushedBy
}

function unauthorized(code: 'TOKEN_MISSING'): CallOutcome<PushAnswer> {
  return { kind: 'refused', status: 401, code, message: '', fields: [], data: {}, retryAfterMs: null }
}

/**
 * Sends entries, by the bearer of their own account, or under its delivery grant when nobody is signed in. Never
 * under anybody else's: an entry of another account would be our mistake, and is not sent.
 */
export async function pushBatch(
  account: Account,
  deps: SyncDeps,
  entries: readonly OutboxEntry[],
): Promise<Pushed> {
  const { db, companyId, userId } = account
  const nonce = deps.ports.newId()
  const [deviceId, epoch, tokens] = await guarded(db, () =>
    Promise.all([readMeta(db, 'deviceId'), readMeta(db, 'epoch'), readMeta(db, 'tokens')]),
  )
  if (companyId === null || deviceId === undefined || epoch === undefined) {
    return { outcome: unauthorized('TOKEN_MISSING'), nonce, by: 'nobody' }
  }
  const strange = entries.find((entry) => entry.companyId !== companyId || entry.userId !== userId)
  if (strange) throw new Error(`operation ${strange.opId} belongs to another account`)
  const request: Omit<PushRequest, 'grant'> = {
    proto: CONTRACT_VERSION,
    nonce,
    companyId,
    userId,
    deviceId,
    epoch,
    ops: entries.map(({ opId, deviceSeq, type, v, lane, dependsOn, bodyHash, body, writtenBy }) => ({
      opId,
      deviceSeq,
      type,
      v,
      lane,
      dependsOn: [...dependsOn],
      bodyHash,
      body,
      ...(writtenBy ? { writtenBy: { userId: writtenBy.userId, deviceId: writtenBy.deviceId } } : {}),
    })),
  }
  const bytes = entries.reduce((sum, entry) => sum + wireBytes(entry), 0)
  const keepalive = deps.leaving?.() === true && bytes <= KEEPALIVE_MAX_BYTES
  if (tokens) {
    return {
      outcome: await deps.call('sync.push', request, { timeoutMs: PUSH_TIMEOUT_MS, keepalive }),
      nonce,
      by: 'bearer',
    }
  }
  const signed = await signPush(account, request, deps.ports.clock.now())
  if (!signed) return { outcome: unauthorized('TOKEN_MISSING'), nonce, by: 'nobody' }
  const options = { timeoutMs: PUSH_TIMEOUT_MS, withoutBearer: true, keepalive }
  return { outcome: await deps.call('sync.push', signed, options), nonce, by: 'grant' }
}

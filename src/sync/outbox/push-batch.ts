import { type EncodedBody, encodeBody } from '#api/compress.ts'
import type { CallOutcome } from '#api/failure.ts'
import type { PushAnswer, PushRequest } from '#contract/sync.ts'
import { CONTRACT_VERSION } from '#contract/version.ts'
import { findMetas } from '#data/meta.ts'
import type { OutboxEntry } from '#data/rows.ts'
import type { Account } from '#session/account.ts'
import { signPush } from '#session/delivery-grant.ts'
import type { SyncDeps } from '../connection/sync-deps.ts'
import { wireBytes } from './next-batch.ts'

const PUSH_TIMEOUT_MS = 20_000
/** Browsers refuse bodies of 64 KiB or more for requests that outlive their page. */
const KEEPALIVE_MAX_BYTES = 60_000

/** The credential of a push; a grant by its id. */
export type PushCredential = 'bearer' | 'nobody' | { readonly grant: string }

export type PushOutcome = {
  readonly outcome: CallOutcome<PushAnswer>
  readonly nonce: string
  readonly by: PushCredential
}

function unauthorized(code: 'TOKEN_MISSING'): CallOutcome<PushAnswer> {
  return { kind: 'refused', status: 401, code, message: '', fields: [], data: {}, retryAfterMs: null }
}

/** A request of some entries, prepared while the one before it is sent. */
export type PreparedPush = {
  readonly request: Omit<PushRequest, 'grant'>
  /** The encoded request for a push with a bearer; `undefined` when no user is signed in. */
  readonly packed: EncodedBody | undefined
}

/**
 * Makes the request of entries. Never in the name of another account: an entry of another account would be a defect,
 * and is not sent. `undefined` on a phone that has no device id yet.
 */
export async function preparePush(
  account: Account,
  deps: SyncDeps,
  entries: readonly OutboxEntry[],
): Promise<PreparedPush | undefined> {
  const { db, companyId, userId } = account
  const [deviceId, epoch, tokens, cursor] = await findMetas(db, ['deviceId', 'epoch', 'tokens', 'cursor'])
  if (companyId === null || deviceId === undefined || epoch === undefined) return undefined
  const foreign = entries.find((entry) => entry.companyId !== companyId || entry.userId !== userId)
  if (foreign) throw new Error(`operation ${foreign.opId} belongs to another account`)
  const request: PreparedPush['request'] = {
    proto: CONTRACT_VERSION,
    nonce: deps.ports.newId(),
    companyId,
    userId,
    deviceId,
    epoch,
    ...(cursor === undefined ? {} : { cursor }),
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
  return { request, packed: tokens && (await encodeBody(request)) }
}

/**
 * Sends the prepared request, with the bearer of its account, or under its delivery grant when no user is signed in.
 * `onRequestStarted` is called when nothing is awaited any more before the request is sent.
 */
export async function pushBatch(
  account: Account,
  deps: SyncDeps,
  entries: readonly OutboxEntry[],
  prepared: PreparedPush | undefined,
  onRequestStarted: () => void,
): Promise<PushOutcome> {
  if (!prepared) return { outcome: unauthorized('TOKEN_MISSING'), nonce: '', by: 'nobody' }
  const { request, packed } = prepared
  const { nonce } = request
  const bytes = entries.reduce((sum, entry) => sum + wireBytes(entry), 0)
  const keepalive = deps.isPageClosing?.() === true && bytes <= KEEPALIVE_MAX_BYTES
  const options = { timeoutMs: PUSH_TIMEOUT_MS, keepalive, onRequestStarted }
  if (packed) {
    return {
      outcome: await deps.call('sync.push', request, { ...options, encodedBody: packed }),
      nonce,
      by: 'bearer',
    }
  }
  const signed = await signPush(account, request, deps.ports.clock.now())
  const grant = signed?.grant
  if (!grant) return { outcome: unauthorized('TOKEN_MISSING'), nonce, by: 'nobody' }
  return {
    outcome: await deps.call('sync.push', signed, { ...options, withoutBearer: true }),
    nonce,
    by: { grant: grant.id },
  }
}

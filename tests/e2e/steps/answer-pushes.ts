import type { FaultProxy } from '../../support/fault-proxy.ts'

type Operation = { readonly opId: string; readonly type: string; readonly bodyHash: string }
type Push = { readonly nonce: string; readonly ops: readonly Operation[] }

/** The word about one operation, in place of the server's. */
export type PushOutcome = {
  /** `silent`: the answer does not speak of it. */
  readonly state: 'refused' | 'retry' | 'silent'
  readonly code: string
  readonly fields?: readonly { readonly path: string; readonly code: string }[]
}

const PUSH = /sync\/push/
const JSON_TYPE = { 'content-type': 'application/json' }

/**
 * Makes the proxy answer the next push that has an operation of a type with an outcome for it. Others in it
 * wait.
 */
export function answerNextPush(proxy: FaultProxy, type: string, outcome: PushOutcome): void {
  const reply = (body: string) => {
    const { nonce, ops } = JSON.parse(body) as Push
    if (!ops.some((operation) => operation.type === type)) return undefined
    const spoken = ops.filter((operation) => operation.type !== type || outcome.state !== 'silent')
    const results = spoken.map(({ opId, bodyHash, ...operation }) => ({
      opId,
      bodyHash,
      ...(operation.type === type ? outcome : { state: 'retry', code: 'UNAVAILABLE' }),
      retryAfterMs: 60_000,
    }))
    const serverTime = new Date().toISOString()
    const answer = { proto: 1, nonce, serverTime, contiguousDeviceSeq: 0, results }
    return { status: 200, headers: JSON_TYPE, body: JSON.stringify(answer) }
  }
  proxy.inject(PUSH, { kind: 'reply', reply })
}

/** Has pushes refused as a whole, until `end`: by the server as it says so, or by something before it. */
export function refusePushes(proxy: FaultProxy, status: number, code: string): { readonly end: () => void } {
  const body = JSON.stringify({
    type: 'about:blank',
    title: code,
    status,
    code,
    message: code,
    requestId: 'none',
  })
  const headers = { 'content-type': 'application/problem+json' }
  return proxy.inject(PUSH, { kind: 'answer', status, headers, body }, Number.POSITIVE_INFINITY)
}

/** Keeps pushes waiting for an answer until `end`; then they pass. */
export function delayPushes(proxy: FaultProxy): { readonly end: () => void } {
  const released = Promise.withResolvers<void>()
  const rule = proxy.inject(PUSH, { kind: 'hold', release: released.promise }, Number.POSITIVE_INFINITY)
  return {
    end: () => {
      rule.end()
      released.resolve()
    },
  }
}

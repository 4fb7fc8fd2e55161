import { createHash, randomUUID } from 'node:crypto'
import type { OperationType } from '#contract/operations.ts'
import { DEMO_PASSWORD } from '#server/demo-logins.ts'

type Operation = { readonly type: OperationType; readonly body: object }

/** Another phone of the company, without a screen. */
export type SecondPhone = {
  /** Has the server do operations, in their order, and gives their ids; throws when one of them is not done. */
  push(operations: readonly Operation[]): Promise<string[]>
}

/** Logs a second phone in at the server, as an operator of the main company. */
export async function openSecondPhone(url: string, username = 'operator2'): Promise<SecondPhone> {
  const deviceId = randomUUID()
  const epoch = randomUUID()
  let deviceSeq = 0
  const post = async (path: string, body: object, token?: string) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Record<string, unknown>
  }
  const { token } = await post('/api/v2/user/login', { username, password: DEMO_PASSWORD, deviceId })
  const bearer = String(token)
  const claims = JSON.parse(Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString()) as {
    readonly sub: string
    readonly company: string
  }
  return {
    async push(operations) {
      const ops = operations.map(({ type, body: payload }) => {
        deviceSeq += 1
        const body = JSON.stringify(payload)
        const bodyHash = createHash('sha256').update(body).digest('hex')
        const orderingKey = `second:${deviceSeq}`
        return { opId: randomUUID(), deviceSeq, type, v: 1, lane: orderingKey, dependsOn: [], bodyHash, body }
      })
      const who = { companyId: claims.company, userId: claims.sub, deviceId, epoch }
      const asked = { proto: 1, nonce: randomUUID(), ...who, ops }
      const { results } = await post('/v1/accounting/sync/push', asked, bearer)
      const undone = (results as { readonly state: string }[]).filter(({ state }) => state !== 'done')
      if (undone.length > 0) throw new Error(`not done: ${JSON.stringify(undone)}`)
      return ops.map(({ opId }) => opId)
    },
  }
}

import type { FaultProxy, Rewritten } from '../../support/fault-proxy.ts'

/** Changes what the phone sends on its way, from `begin` to `end`. The answer is the real server's. */
export type Garbling = { readonly begin: () => void; readonly end: () => void }

function garble(proxy: FaultProxy, rewrite: (request: Rewritten) => Rewritten): Garbling {
  let rule: { readonly end: () => void } | undefined
  return {
    begin: () => {
      rule = proxy.inject(/sync\/push/, { kind: 'rewrite', rewrite }, Number.POSITIVE_INFINITY)
    },
    end: () => rule?.end(),
  }
}

function asked(body: string): Record<string, unknown> {
  return JSON.parse(body) as Record<string, unknown>
}

/** The phone has an app whose way of speaking is not served any more. */
export function olderApp(proxy: FaultProxy): Garbling {
  return garble(proxy, ({ headers, body }) => ({
    headers,
    body: JSON.stringify({ ...asked(body), proto: 0 }),
  }))
}

/** The phone has an app that is newer than the server, and makes changes of a kind it does not know. */
export function newerApp(proxy: FaultProxy): Garbling {
  return garble(proxy, ({ headers, body }) => {
    const { ops, ...rest } = asked(body)
    const newer = (ops as object[]).map((operation) => ({ ...operation, type: 'product.praise' }))
    return { headers, body: JSON.stringify({ ...rest, ops: newer }) }
  })
}

/** Something on the way takes away who asks. */
export function withoutBearer(proxy: FaultProxy): Garbling {
  return garble(proxy, ({ headers, body }) => {
    const { authorization: _, ...nameless } = headers
    return { headers: nameless, body }
  })
}

/** Something on the way cuts what is asked in the middle. */
export function halved(proxy: FaultProxy): Garbling {
  return garble(proxy, ({ headers, body }) => ({ headers, body: body.slice(0, body.length / 2) }))
}

/** Something on the way loses a part of what is asked. */
export function withoutEpoch(proxy: FaultProxy): Garbling {
  return garble(proxy, ({ headers, body }) => {
    const { epoch: _, ...rest } = asked(body)
    return { headers, body: JSON.stringify(rest) }
  })
}

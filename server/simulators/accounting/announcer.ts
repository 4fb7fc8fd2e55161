import { createHmac, randomUUID } from 'node:crypto'

/** A change of an invoice that the service tells its clients about. */
export type Announcement = {
  readonly organizationId: string
  readonly id: string
  readonly kind: 'created' | 'updated' | 'deleted'
  readonly at: number
}

/**
 * How messages go out: signed, signed with another key, each twice, in disorder, or (`intent`) without a change, as a
 * service tries a new address.
 */
export const MESSAGE_WAYS = ['plain', 'forged', 'doubled', 'shuffled', 'intent'] as const
export type MessageWay = (typeof MESSAGE_WAYS)[number]

export type Announcer = {
  readonly pending: Announcement[]
  readonly note: (announcement: Announcement) => void
  /** Sends what is pending to an address and gives the statuses of the answers. */
  readonly send: (url: string, way: MessageWay) => Promise<number[]>
}

/** Changes are gathered for so long before they are sent by themselves. */
const GATHER_MS = 200

/**
 * Tells about changes as a service does. `bodyOf` writes a message in the form of the service. With `url` messages are sent
 * by themselves; otherwise when a test asks. What a client answers wrongly is a violation.
 */
export function createAnnouncer(options: {
  readonly header: string
  readonly key: string
  readonly bodyOf: (batch: readonly Announcement[]) => string
  readonly violations: string[]
  readonly url?: (() => string | undefined) | undefined
}): Announcer {
  const pending: Announcement[] = []
  let timer: NodeJS.Timeout | undefined
  const post = async (url: string, body: string, key: string): Promise<number> => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        [options.header]: createHmac('sha256', key).update(body).digest('base64'),
      },
      body,
    })
    await answer.arrayBuffer()
    if (answer.headers.has('set-cookie')) options.violations.push('webhook: the answer has a cookie')
    return answer.status
  }
  const send = async (url: string, way: MessageWay): Promise<number[]> => {
    if (way === 'intent')
      return [
        await post(url, options.bodyOf([]), options.key),
        await post(url, options.bodyOf([]), randomUUID()),
      ]
    const batch = pending.splice(0)
    if (way === 'forged') return [await post(url, options.bodyOf(batch), randomUUID())]
    const ordered = way === 'shuffled' ? [...batch].reverse() : batch
    // In disorder means one by one, the newest first.
    const bodies =
      way === 'shuffled' ? ordered.map((one) => options.bodyOf([one])) : [options.bodyOf(ordered)]
    const statuses = []
    for (const body of way === 'doubled' ? [...bodies, ...bodies] : bodies)
      statuses.push(await post(url, body, options.key))
    return statuses
  }
  const sendSoon = () => {
    const url = options.url?.()
    if (url === undefined || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      // A service would try again for days; a person in front of a simulator changes the invoice again.
      send(url, 'plain').catch(() => undefined)
    }, GATHER_MS)
    timer.unref()
  }
  return {
    pending,
    note: (announcement) => {
      pending.push(announcement)
      sendSoon()
    },
    send,
  }
}

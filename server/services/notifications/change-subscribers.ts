/** Called when the feed of a company grows. */
export type ChangeSubscriber = {
  readonly companyId: string
  readonly userId: string
  /** The feed may have grown. */
  onChange(): void
  /** The server stops, or the person has opened too many. */
  close(): void
}

/** Open streams of this process, by company. Every process has its own; see `feed-notices.ts`. */
export type ChangeSubscribers = {
  add(subscriber: ChangeSubscriber): () => void
  /** The feed of this company has grown; without a company, any feed may have grown. */
  readonly notify: (companyId?: string) => void
  /** Whose feeds are followed here. */
  readonly companyIds: () => readonly string[]
  readonly count: () => number
  readonly closeAll: () => void
}

/** A page holds one; a person with more windows on more devices than this keeps the newest. */
const MAX_STREAMS_PER_USER = 6

export function createChangeSubscribers(): ChangeSubscribers {
  const byCompany = new Map<string, Set<ChangeSubscriber>>()
  function remove(subscriber: ChangeSubscriber): void {
    const ofCompany = byCompany.get(subscriber.companyId)
    ofCompany?.delete(subscriber)
    if (ofCompany?.size === 0) byCompany.delete(subscriber.companyId)
  }
  return {
    add(subscriber) {
      const { companyId, userId } = subscriber
      // A user belongs to one company.
      const ofCompany = byCompany.get(companyId) ?? new Set()
      const ofSameUser = [...ofCompany].filter((other) => other.userId === userId)
      for (const oldest of ofSameUser.slice(0, Math.max(0, ofSameUser.length + 1 - MAX_STREAMS_PER_USER))) {
        remove(oldest)
        oldest.close()
      }
      byCompany.set(companyId, ofCompany.add(subscriber))
      return () => remove(subscriber)
    },
    notify(companyId) {
      const notified = companyId === undefined ? [...byCompany.values()] : [byCompany.get(companyId) ?? []]
      for (const subscribers of notified) for (const subscriber of [...subscribers]) subscriber.onChange()
    },
    companyIds: () => [...byCompany.keys()],
    count: () => [...byCompany.values()].reduce((sum, { size }) => sum + size, 0),
    closeAll() {
      for (const subscribers of [...byCompany.values()])
        for (const subscriber of [...subscribers]) subscriber.close()
      byCompany.clear()
    },
  }
}

/** Called when the feed of a company grows. */
export type ChangeSubscriber = {
  readonly companyId: string
  readonly userId: string
  /** The feed may have grown. */
  onChange(): void
  /** The server stops, or the person has opened too many. */
  close(): void
}

/** Open streams of this process. Every process has its own; the database notifies all of them. */
export type ChangeSubscribers = {
  add(subscriber: ChangeSubscriber): () => void
  /** The feed of this company has grown; without a company, any feed may have grown. */
  readonly notify: (companyId?: string) => void
  readonly closeAll: () => void
}

/** A page holds one; a person with more windows on more devices than this keeps the newest. */
const MAX_STREAMS_PER_USER = 6

export function createChangeSubscribers(): ChangeSubscribers {
  const subscribers = new Set<ChangeSubscriber>()
  return {
    add(subscriber) {
      const ofSameUser = [...subscribers].filter(({ userId }) => userId === subscriber.userId)
      for (const oldest of ofSameUser.slice(0, Math.max(0, ofSameUser.length + 1 - MAX_STREAMS_PER_USER))) {
        subscribers.delete(oldest)
        oldest.close()
      }
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
    notify(companyId) {
      for (const subscriber of subscribers) {
        if (companyId === undefined || subscriber.companyId === companyId) subscriber.onChange()
      }
    },
    closeAll() {
      for (const subscriber of subscribers) subscriber.close()
      subscribers.clear()
    },
  }
}

/** Somebody who wants to know when the feed of a company grows. */
export type Follower = {
  readonly companyId: string
  readonly userId: string
  /** The feed may have grown. */
  wake(): void
  /** The server stops, or the person has opened too many. */
  end(): void
}

/** Open streams of this process. Every process has its own; the database tells all of them. */
export type Followers = {
  add(follower: Follower): () => void
  /** The feed of a company has grown; without a company: that of anybody may have. */
  readonly announce: (companyId?: string) => void
  readonly endAll: () => void
}

/** A page holds one; a person with more windows on more devices than this keeps the newest. */
const STREAMS_OF_ONE_USER = 6

export function createFollowers(): Followers {
  const all = new Set<Follower>()
  return {
    add(follower) {
      const others = [...all].filter(({ userId }) => userId === follower.userId)
      for (const oldest of others.slice(0, Math.max(0, others.length + 1 - STREAMS_OF_ONE_USER))) {
        all.delete(oldest)
        oldest.end()
      }
      all.add(follower)
      return () => all.delete(follower)
    },
    announce(companyId) {
      for (const follower of all) {
        if (companyId === undefined || follower.companyId === companyId) follower.wake()
      }
    },
    endAll() {
      for (const follower of all) follower.end()
      all.clear()
    },
  }
}

/** Exclusive work across tabs and the worker. Locks only save work; correctness never depends on them. */
export type Locks = {
  /**
   * Waits for its turn. `longestMs`: longer than a holder works. A page that the browser has frozen keeps its lock; after
   * so long it is taken from it.
   */
  exclusive<T>(name: string, work: () => Promise<T>, options?: { readonly longestMs?: number }): Promise<T>
  /**
   * Runs at once or not at all (`undefined`). `steal` takes the lock from a page that is frozen and cannot release
   * it. `exclusive` says whether it is certain that no other page is working: not after stealing, and not without Web
   * Locks.
   */
  tryExclusive<T>(
    name: string,
    work: (lock: { readonly exclusive: boolean }) => Promise<T>,
    options?: { readonly steal?: boolean },
  ): Promise<T | undefined>
}

type Manager = Pick<LockManager, 'request'>

/** For browsers without Web Locks, or that refuse them: each tab at least queues its own work. */
function localQueue() {
  const tails = new Map<string, Promise<unknown>>()
  return {
    isHeld: (name: string) => tails.has(name),
    run: <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const turn = (tails.get(name) ?? Promise.resolve()).then(work, work)
      const tail = turn.then(
        () => undefined,
        () => undefined,
      )
      tails.set(name, tail)
      void tail.then(() => {
        if (tails.get(name) === tail) tails.delete(name)
      })
      return turn
    },
  }
}

/** Locks of the browser, or a queue within this page where there are none. */
export function browserLocks(manager: Manager | undefined): Locks {
  const local = localQueue()

  /**
   * Runs `work` under the browser's lock, or without it when the browser refuses to lock at all. If the lock is
   * stolen, the work continues: its own result counts, not that the browser calls the request aborted.
   */
  async function request<T>(
    name: string,
    options: LockOptions,
    work: (lock: Lock | null, refused: boolean) => Promise<T>,
  ): Promise<T> {
    if (!manager) return work(null, true)
    let started: Promise<T> | undefined
    try {
      return await manager.request(name, options, (lock) => {
        started = work(lock, false)
        return started
      })
    } catch {
      if (!started && options.signal?.aborted) return request(name, { steal: true }, work)
      return started ?? work(null, true)
    }
  }

  /** Waits for the browser's lock, for `longestMs` at most; then takes it. */
  async function requestOrTake<T>(name: string, work: () => Promise<T>, longestMs?: number): Promise<T> {
    if (longestMs === undefined) return request(name, {}, () => work())
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(), longestMs)
    return request(name, { signal: waiting.signal }, () => {
      clearTimeout(timer)
      return work()
    })
  }

  return {
    exclusive: (name, work, { longestMs } = {}) =>
      local.run(name, () => requestOrTake(name, work, longestMs)),
    tryExclusive: async (name, work, options = {}) => {
      const steal = options.steal === true
      if (local.isHeld(name) && !steal) return undefined
      const lockOptions: LockOptions = steal ? { steal: true } : { ifAvailable: true }
      const turn = () =>
        request(name, lockOptions, async (lock, refused) => {
          if (lock === null && !refused) return undefined
          return work({ exclusive: !steal && !refused })
        })
      // A request that steals the lock does not wait for the holder.
      return steal ? turn() : local.run(name, turn)
    },
  }
}

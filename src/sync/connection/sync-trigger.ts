/** The event that requested a sync. */
export type SyncTrigger =
  | 'enqueued'
  | 'start'
  | 'activate'
  | 'online'
  /** The connection that came back a moment ago, when no attempt was allowed yet, is still there. */
  | 'still-online'
  | 'visible'
  | 'sync'
  | 'periodic'
  | 'push'
  | 'message'
  | 'timer'
  | 'leaving'
  | 'signed-in'
  | 'person'

/** How far a trigger overrides the back-off, see `decideBackoff`. */
export type SyncPriority =
  /** The user asked: only a running attempt delays it. */
  | 'user'
  /** The connection may have come back: our own pause is skipped, the server's Retry-After is not. */
  | 'connectivity'
  /** Our server has just contacted us, so the connection works: the limit on recent failures is skipped too. */
  | 'server-contact'
  /** Everything else: waits for every pause. */
  | 'background'

export function priorityOf(trigger: SyncTrigger): SyncPriority {
  switch (trigger) {
    case 'person':
      return 'user'
    case 'online':
    case 'still-online':
    case 'visible':
    case 'sync':
    case 'start':
    case 'signed-in':
      return 'connectivity'
    case 'push':
      return 'server-contact'
    case 'enqueued':
    case 'activate':
    case 'periodic':
    case 'message':
    case 'timer':
    case 'leaving':
      return 'background'
  }
}

/** Whether the trigger says that a connection has come back: the browser reported it, or the user asked. */
export function isNewConnection(trigger: SyncTrigger): boolean {
  return trigger === 'online' || trigger === 'person'
}

/** Whether the trigger arrived over the network, or the browser reported that the network is back. */
export function provesNetwork(trigger: SyncTrigger): boolean {
  return trigger === 'online' || trigger === 'sync' || trigger === 'push'
}

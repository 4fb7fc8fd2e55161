/** What woke the queue. */
export type SyncTrigger =
  | 'enqueued'
  | 'start'
  | 'activate'
  | 'online'
  | 'visible'
  | 'sync'
  | 'periodic'
  | 'push'
  | 'message'
  | 'timer'
  | 'leaving'
  | 'signed-in'
  | 'person'

/** How much a reason weighs against a pause. */
export type SyncPriority =
  /** The person asked: nothing but a running attempt holds it up. */
  | 'wish'
  /** The line may just have come back: back-off is forgotten, the server's own Retry-After is not. */
  | 'news'
  /** Our server has just spoken, so the line works: many fruitless attempts before that do not count either. */
  | 'heard'
  | 'routine'

export function priorityOf(trigger: SyncTrigger): SyncPriority {
  switch (trigger) {
    case 'person':
      return 'wish'
    case 'online':
    case 'visible':
    case 'sync':
    case 'start':
    case 'signed-in':
      return 'news'
    case 'push':
      return 'heard'
    case 'enqueued':
    case 'activate':
    case 'periodic':
    case 'message':
    case 'timer':
    case 'leaving':
      return 'routine'
  }
}

/** Whether there is a line that was not there before, or a person who says so. */
export function isNewConnection(trigger: SyncTrigger): boolean {
  return trigger === 'online' || trigger === 'person'
}

/** Whether what woke us came over the network, or is the browser's own word that there is one again. */
export function provesNetwork(trigger: SyncTrigger): boolean {
  return trigger === 'online' || trigger === 'sync' || trigger === 'push'
}

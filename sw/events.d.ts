/** Events of Background Sync, which no TypeScript library declares (WICG background-sync, periodic-background-sync). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  /** The browser will not try this tag again by itself. */
  readonly lastChance: boolean
}

interface PeriodicSyncEvent extends ExtendableEvent {
  readonly tag: string
}

/** Push API: some type libraries know its name only. */
interface PushSubscriptionChangeEvent extends ExtendableEvent {
  readonly newSubscription: PushSubscription | null
  readonly oldSubscription: PushSubscription | null
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent
  periodicsync: PeriodicSyncEvent
  pushsubscriptionchange: PushSubscriptionChangeEvent
}

interface ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> }
}

interface ImportMeta {
  readonly env: { readonly VITE_TEST_HOOKS?: string }
}

const PREFIX = 'drain:'

/** The part of a service-worker registration that wakes the worker when the connection returns; Chromium only. */
export type SyncRegistration = {
  readonly sync?: { register(tag: string): Promise<void> }
}

/** The part that wakes the worker periodically; Chromium, installed apps only. */
export type PeriodicRegistration = {
  readonly periodicSync?: { register(tag: string, options: { minInterval: number }): Promise<void> }
}

/** The shortest interval that browsers allow. */
const EVERY_MS = 12 * 60 * 60_000

/** Tag of one account's queue, for the one-shot and the periodic event. */
export function drainTag(accountId: string): string {
  return `${PREFIX}${accountId}`
}

/** The account of a tag; `undefined` for a tag that is not ours. */
export function accountOfTag(tag: string): string | undefined {
  return tag.startsWith(PREFIX) ? tag.slice(PREFIX.length) : undefined
}

/**
 * Asks the browser to wake the worker when there is a connection. It may refuse or not support it; nothing depends on
 * it.
 */
export async function registerDrain(registration: SyncRegistration, accountId: string): Promise<void> {
  try {
    await registration.sync?.register(drainTag(accountId))
  } catch {
    // Refused by the browser's settings: the page's own triggers remain.
  }
}

/**
 * Asks the browser to wake the worker twice a day for pending work while the app is closed. It refuses for an app
 * that is not installed; nothing depends on it.
 */
export async function registerPeriodic(registration: PeriodicRegistration, accountId: string): Promise<void> {
  try {
    await registration.periodicSync?.register(drainTag(accountId), { minInterval: EVERY_MS })
  } catch {
    // Not installed, or not permitted.
  }
}

const PREFIX = 'drain:'

/** The part of a service-worker registration that wakes the worker when the line returns; Chromium only. */
export type SyncRegistration = {
  readonly sync?: { register(tag: string): Promise<void> }
}

/** Tag of one account's queue, for the one-shot and the periodic event. */
export function drainTag(accountId: string): string {
  return `${PREFIX}${accountId}`
}

/** The account a tag is about; `undefined` for a tag of somebody else. */
export function accountOfTag(tag: string): string | undefined {
  return tag.startsWith(PREFIX) ? tag.slice(PREFIX.length) : undefined
}

/** Asks the browser to wake the worker when there is a line. It may refuse or not know how; nothing depends on it. */
export async function registerDrain(registration: SyncRegistration, accountId: string): Promise<void> {
  try {
    await registration.sync?.register(drainTag(accountId))
  } catch {
    // Refused by the browser's settings: the page's own triggers remain.
  }
}

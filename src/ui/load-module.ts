/** A part of the app that has not arrived after this long counts as failed (spec §9). */
export const LOAD_TIMEOUT_MS = 120_000

/** A part of the app did not arrive in time, or cannot without a connection: loading the page again would not help. */
export class ModuleLoadTimeout extends Error {}

/**
 * Loads a part of the app, or rejects with `ModuleLoadTimeout` after two minutes: otherwise a connection without
 * answers would leave the screen empty for ever. What arrives later still serves the next attempt.
 */
export async function loadModule<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ModuleLoadTimeout('PART_TOO_LATE')), LOAD_TIMEOUT_MS)
  })
  try {
    return await Promise.race([load(), timeout])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Rejects again with why a part of the app did not load. Without a network the router must not take it for a part of
 * another release: it would load the page again, and nothing would have come of it.
 */
export function unreachableOffline(error: unknown): never {
  if (isModuleLoadError(error) && !navigator.onLine) {
    throw new ModuleLoadTimeout('NETWORK_UNREACHABLE', { cause: error })
  }
  throw error
}

/** Whether an error means that a part of the app failed to load, by the messages of all browsers. */
export function isModuleLoadError(error: unknown): boolean {
  if (error instanceof ModuleLoadTimeout) return true
  const loadErrorMessages =
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/
  return error instanceof Error && loadErrorMessages.test(error.message)
}

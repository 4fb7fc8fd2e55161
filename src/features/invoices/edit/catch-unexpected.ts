import { refuse } from '#domain/result.ts'

/** The result of a command that failed unexpectedly: nothing is saved, as when the phone has no space. */
export const UNEXPECTED_FAILURE = refuse([{ path: '', code: 'UNEXPECTED' as const }])

/**
 * Runs work that reports refusals as its result. An exception is our own error: it is reported as such and becomes
 * `fallback`, so that the person sees a failure and may try again instead of waiting for ever.
 */
export async function catchUnexpected<T, Fallback>(
  work: () => Promise<T>,
  fallback: Fallback,
): Promise<T | Fallback> {
  try {
    return await work()
  } catch (error) {
    reportError(error)
    return fallback
  }
}

/** What becomes of a command that broke: it is not kept, as when the phone has no room. */
export const UNEXPECTED_FAILURE = { kind: 'not-kept', code: 'UNEXPECTED' } as const

/**
 * Does work whose "no" is an outcome. What breaks on the way is our own error: it is reported as such and becomes the
 * outcome `broken`, so that whoever waits is told, and may try again, instead of waiting for ever.
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

type ActionState = {
  /** True while an action runs. A ref and not a state: two taps within one frame must see the same value. */
  readonly running: { current: boolean }
  readonly setBusy: (busy: boolean) => void
  readonly onError: (error: unknown) => void
}

/**
 * Runs an action and clears the busy state when it ends, also when it throws. Returns the result of the action;
 * `undefined` when it threw (the error goes to `onError`) or when another run had not ended yet (nothing runs).
 */
export async function runAction<T>(
  action: () => Promise<T>,
  { running, setBusy, onError }: ActionState,
): Promise<T | undefined> {
  if (running.current) return undefined
  running.current = true
  setBusy(true)
  try {
    return await action()
  } catch (error) {
    onError(error)
    return undefined
  } finally {
    running.current = false
    setBusy(false)
  }
}

/**
 * Carries out what a touch asked for and ends its wait, come what may. An error that nobody foresaw is handed to
 * `tell` and gives `undefined`: nothing on the screen stays busy for ever.
 */
export async function runAction<T>(
  action: () => Promise<T>,
  {
    setBusy,
    onError,
  }: { readonly setBusy: (busy: boolean) => void; readonly onError: (error: unknown) => void },
): Promise<T | undefined> {
  setBusy(true)
  try {
    return await action()
  } catch (error) {
    onError(error)
    return undefined
  } finally {
    setBusy(false)
  }
}

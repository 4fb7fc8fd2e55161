/**
 * Carries out what a touch asked for and ends its wait, come what may. An error that nobody foresaw is handed to
 * `tell` and gives `undefined`: nothing on the screen stays busy for ever.
 */
export async function conclude<T>(
  deed: () => Promise<T>,
  { setBusy, tell }: { readonly setBusy: (busy: boolean) => void; readonly tell: (error: unknown) => void },
): Promise<T | undefined> {
  setBusy(true)
  try {
    return await deed()
  } catch (error) {
    tell(error)
    return undefined
  } finally {
    setBusy(false)
  }
}

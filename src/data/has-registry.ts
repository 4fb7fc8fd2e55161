/** The database of this device's accounts (`registry.ts`), named here so that looking for it loads no database code. */
export const REGISTRY_NAME = 'efd_registry'

/** Whether an account was ever signed in here: browsers that never had one do not load the database code. */
export async function hasRegistry(): Promise<boolean> {
  // Older browsers cannot list their databases; then the registry has to be opened to find out.
  if (!('databases' in indexedDB)) return true
  return (await indexedDB.databases()).some(({ name }) => name === REGISTRY_NAME)
}

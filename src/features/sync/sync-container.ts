import { createContext, useContext } from 'react'

/** What the parts of the sync centre need of the sheet or page that contains them. */
export type SyncContainer = {
  /** Called before going to another screen: a sheet closes. */
  readonly close: () => void
}

export const SyncContainerContext = createContext<SyncContainer>({ close: () => undefined })

export function useSyncContainer(): SyncContainer {
  return useContext(SyncContainerContext)
}

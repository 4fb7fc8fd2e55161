import { createContext, useContext } from 'react'

/** What the parts of the sync centre ask of where they stand. */
export type SyncContainer = {
  /** Called before going to another screen: a sheet closes. */
  readonly close: () => void
}

export const SyncContainerContext = createContext<SyncContainer>({ close: () => undefined })

export function useSyncContainer(): SyncContainer {
  return useContext(SyncContainerContext)
}

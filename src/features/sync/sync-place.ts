import { createContext, useContext } from 'react'

/** What the parts of the sync centre ask of where they stand. */
export type SyncPlace = {
  /** Called before going to another screen: a sheet closes. */
  readonly leave: () => void
}

export const SyncPlaceContext = createContext<SyncPlace>({ leave: () => undefined })

export function useSyncPlace(): SyncPlace {
  return useContext(SyncPlaceContext)
}

import { create } from 'zustand'

/** Set once a newer version of the app waits on this device; calling it activates that version. */
export const useNewVersion = create<{ readonly update: (() => void) | null }>(() => ({ update: null }))

import { create } from 'zustand'

/** Set once a newer version of the app waits on this device; calling it brings it in. */
export const useNewVersion = create<{ readonly update: (() => void) | null }>(() => ({ update: null }))

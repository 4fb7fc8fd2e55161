import { create } from 'zustand'

/** The error code that a person asked the help about; the root of the app shows its chapter over the page. */
export const useAskedHelp = create<{ readonly code: string | null }>(() => ({ code: null }))

import { create } from 'zustand'

export type Toast = {
  readonly id: number
  readonly text: string
  /** Why it failed: the message leads to the chapter of this error in the help. */
  readonly code?: string
  readonly tone: 'good' | 'bad'
  /** Something to undo or to open. */
  readonly action?: { readonly label: string; readonly run: () => void }
  /** The object of the action; the message disappears with it. */
  readonly subject?: object
}

type Toasts = {
  readonly shown: Toast | null
  readonly show: (toast: Omit<Toast, 'id'>) => void
  readonly hide: (id: number) => void
  /** Hides the message about an object that is gone: its action would have no effect any more. */
  readonly dismissAbout: (about: object) => void
}

/** One short message at a time, near the thumb; a newer one replaces it. */
export const useToasts = create<Toasts>((set) => ({
  shown: null,
  show: (toast) => set(({ shown }) => ({ shown: { ...toast, id: (shown?.id ?? 0) + 1 } })),
  dismissAbout: (subject) => set(({ shown }) => (shown?.subject === subject ? { shown: null } : {})),
  hide: (id) => set(({ shown }) => (shown?.id === id ? { shown: null } : {})),
}))

import { create } from 'zustand'

export type Toast = {
  readonly id: number
  readonly text: string
  readonly tone: 'good' | 'bad'
  /** Something to take back or to go to. */
  readonly action?: { readonly label: string; readonly run: () => void }
  /** What the action works on; the message goes with it. */
  readonly subject?: object
}

type Toasts = {
  readonly shown: Toast | null
  readonly show: (toast: Omit<Toast, 'id'>) => void
  readonly hide: (id: number) => void
  /** Takes away the message about something that is gone: its action would do nothing any more. */
  readonly dismissAbout: (about: object) => void
}

/** One short message at a time, above the thumb; a newer one replaces it. */
export const useToasts = create<Toasts>((set) => ({
  shown: null,
  show: (toast) => set(({ shown }) => ({ shown: { ...toast, id: (shown?.id ?? 0) + 1 } })),
  dismissAbout: (subject) => set(({ shown }) => (shown?.subject === subject ? { shown: null } : {})),
  hide: (id) => set(({ shown }) => (shown?.id === id ? { shown: null } : {})),
}))

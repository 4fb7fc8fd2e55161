import { create } from 'zustand'

type OpenSheets = {
  /** The sheets that are open, the one on top last. */
  readonly sheets: readonly HTMLDialogElement[]
  readonly add: (sheet: HTMLDialogElement) => void
  readonly remove: (sheet: HTMLDialogElement) => void
}

/**
 * The sheets that are open over the page. Whatever must be seen and touched above them has to be inside the topmost:
 * the browser draws an open dialog above everything else, and nothing outside of it can be reached.
 */
export const useOpenSheets = create<OpenSheets>((set) => ({
  sheets: [],
  add: (sheet) => set(({ sheets }) => ({ sheets: [...sheets, sheet] })),
  remove: (sheet) => set(({ sheets }) => ({ sheets: sheets.filter((open) => open !== sheet) })),
}))

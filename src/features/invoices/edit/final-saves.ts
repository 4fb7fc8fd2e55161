/** The last saves of closed editors, while they are under way. */
let pendingSaves: Promise<unknown> = Promise.resolve()

/** An editor is closed, and this is its last save. */
export function trackFinalSave(save: Promise<unknown>): void {
  pendingSaves = Promise.allSettled([pendingSaves, save])
}

/** Resolves when the pending saves of closed editors are stored, so that the next editor reads what they wrote. */
export function whenFinalSavesSettled(): Promise<unknown> {
  return pendingSaves
}

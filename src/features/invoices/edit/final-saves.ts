/** Saves of editors that were left, while they are under way. */
let pendingSaves: Promise<unknown> = Promise.resolve()

/** An editor is left, and this is its last save. */
export function trackFinalSave(save: Promise<unknown>): void {
  pendingSaves = Promise.allSettled([pendingSaves, save])
}

/** Ends when what was written in the editors that were left is kept: whoever opens an invoice next finds it so. */
export function whenFinalSavesSettled(): Promise<unknown> {
  return pendingSaves
}

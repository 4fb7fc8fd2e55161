/** Saves of editors that were left, while they are under way. */
let underWay: Promise<unknown> = Promise.resolve()

/** An editor is left, and this is its last save. */
export function leaveEditor(save: Promise<unknown>): void {
  underWay = Promise.allSettled([underWay, save])
}

/** Ends when what was written in the editors that were left is kept: whoever opens an invoice next finds it so. */
export function leftEditorsKept(): Promise<unknown> {
  return underWay
}

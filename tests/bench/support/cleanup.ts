/** What a bench opened and has not closed yet; the end of the run closes it, however it comes. */
const open: { readonly what: string; readonly close: () => Promise<unknown> }[] = []

/** Has something closed at the end of the run, the latest first. */
export function closeAtEnd(what: string, close: () => Promise<unknown>): void {
  open.push({ what, close })
}

/** Closes everything once. A part that fails to close does not keep the others open. */
export async function endStage(): Promise<void> {
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { what } = part
    await part.close().catch((error: unknown) => console.error(`${what} did not close:`, error))
  }
}

/** Registers something that was opened, and gives it back. */
export type Opened = <P>(part: P, close: (part: P) => Promise<unknown>) => P

/**
 * Runs a measurement on things that are closed when it is over, also when it fails. `opened` registers each of them
 * as it is opened.
 */
export async function onStage<T>(measure: (opened: Opened) => Promise<T>): Promise<T> {
  try {
    return await measure((part, close) => {
      closeAtEnd('a part', () => close(part))
      return part
    })
  } finally {
    await endStage()
  }
}

const begun = performance.now()

/** Says what is being measured, apart from the table: a run takes minutes and its reader wants to know. */
export function logProgress(what: string): void {
  const seconds = Math.round((performance.now() - begun) / 1000)
  process.stderr.write(`  ${String(seconds).padStart(4)} s  ${what}\n`)
}

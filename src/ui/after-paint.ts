/** A hidden page is never painted: work must not wait for it. */
const AT_LATEST_MS = 60

/** Resolves when what was just changed stands on the screen: heavy work after a touch begins then. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve, 0))
    setTimeout(resolve, AT_LATEST_MS)
  })
}

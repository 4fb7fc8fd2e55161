/** How long a code must have been out of the picture to count again. */
const GONE_MS = 1_200

/** Makes a function that says whether a code has just come into the picture; times are milliseconds. */
export function createOncePerSight(): (code: string, now: number) => boolean {
  let seen: { readonly code: string; readonly at: number } | undefined
  return (code, now) => {
    const isNew = seen?.code !== code || now - seen.at > GONE_MS
    seen = { code, at: now }
    return isNew
  }
}

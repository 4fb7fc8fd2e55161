/** What the address of the login may carry. */
export type LoginSearch = {
  /** Where to go afterwards (spec §2). */
  readonly next?: string
  /** The account of this phone that somebody chose. */
  readonly person?: string
}

/** Reads the address of the login; anything else in it means nothing. */
export function readLoginSearch(search: Record<string, unknown>): LoginSearch {
  const { next, person } = search
  return {
    ...(typeof next === 'string' ? { next } : {}),
    ...(typeof person === 'string' ? { person } : {}),
  }
}

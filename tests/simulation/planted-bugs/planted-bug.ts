/**
 * Mistakes that a team might make, each planted by replacing modules of the product while a run loads them.
 * The product contains none of them; a check that finds none of them would be worthless.
 */
export type PlantedBug = {
  readonly name: string
  /** Modules of the product, the file that replaces each, and the exports it replaces. */
  readonly replaces: readonly {
    readonly module: string
    readonly by: string
    readonly exports: readonly string[]
  }[]
  readonly sql?: string
  /**
   * What finds it and is looked at first; only when it no longer does, the search begins at seed 1. A day of its own is a
   * small plan in `days/`, for a mistake that drawn days seldom show, or that keeps the phones of every one busy.
   */
  readonly foundBy: number | 'a day of its own'
}

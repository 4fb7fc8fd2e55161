/** The sentences of an import that name what is imported: languages build each of them in its own way. */
export type ImportWords = {
  readonly hint: string
  readonly added: (count: number) => string
  readonly updated: (count: number) => string
  /** Of those that change. */
  readonly activated: (count: number) => string
  readonly same: (count: number) => string
  readonly save: (count: number) => string
  readonly saving: string
  readonly saved: (count: number) => string
  readonly stopped: (count: number) => string
  readonly repeated: (row: number, first: number) => string
  /** Names of files: the one to fill in, and the one with the rows that failed. */
  readonly templateName: string
  readonly failedName: string
}

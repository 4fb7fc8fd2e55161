/**
 * Documents are read by a plugin of the build (`scripts/build/markdown-sections.ts`); TypeScript only needs their
 * type.
 */
declare module '*.md' {
  export const sections: readonly {
    readonly id: string
    readonly title: string
    readonly html: string
    readonly text: string
  }[]
}

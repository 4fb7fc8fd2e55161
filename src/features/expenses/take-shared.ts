import type { SharedFile } from '#data/registry.ts'

/** What became of a file that was to be attached: `not-stored` says that this phone could not keep it. */
export type Attached =
  | { readonly kind: 'stored'; readonly sha256: string }
  | { readonly kind: 'refused' | 'not-stored'; readonly code: string }

type Deps = {
  readonly attach: (file: SharedFile) => Promise<Attached>
  readonly markAttached: (shared: readonly { readonly n: number; readonly sha256: string }[]) => void
  readonly discard: (ns: readonly number[]) => Promise<void>
}

/**
 * Attaches shared files, one after the other; refused ones are discarded. Returns why one is not attached, although others
 * after it were; `undefined` when all are.
 */
export async function takeShared(
  files: readonly SharedFile[],
  { attach, markAttached, discard }: Deps,
): Promise<string | undefined> {
  let refused: string | undefined
  for (const file of files) {
    const attached = await attach(file)
    if (attached.kind === 'stored') {
      markAttached([{ n: file.n, sha256: attached.sha256 }])
      continue
    }
    // A phone without space keeps it, until there is some.
    if (attached.kind === 'not-stored') return attached.code
    refused = attached.code
    await discard([file.n])
  }
  return refused
}

import { listBuilt, listPrecached, readManifest, weigh, withStaticImports } from './built-files.ts'
import { waitedFor } from './byte-budgets.ts'

/** What the built app weighs on the wire, in kB. */
export interface BuildWeight {
  html: number
  javascriptToSignIn: number
  javascriptToInvoices: number
  css: number
  precache: number
  /** Scripts a person waits for before the sign-in screen, and before the first screen behind it. */
  signInFiles: Set<string>
  invoiceFiles: Set<string>
  /** Patterns of `waitedFor` that no longer match any chunk. */
  unmatched: RegExp[]
}

const sum = (files: Iterable<string>): number => [...files].reduce((total, file) => total + weigh(file), 0)
const onlyScripts = (files: Iterable<string>): string[] => [...files].filter((file) => file.endsWith('.js'))

/** Weighs dist/; throws when there is no build. */
export function weighBuild(): BuildWeight {
  const manifest = readManifest()
  const names = Object.keys(manifest)
  const unmatched: RegExp[] = []
  const pick = (patterns: RegExp[]): string[] =>
    patterns.flatMap((pattern) => {
      const picked = names.filter((name) => pattern.test(name))
      if (picked.length === 0) unmatched.push(pattern)
      return picked
    })
  const entries = names.filter((name) => manifest[name]?.isEntry)
  const beforeSignIn = withStaticImports(manifest, [...entries, ...pick(waitedFor.signIn)])
  const signInFiles = new Set(onlyScripts(beforeSignIn))
  const behindSignIn = withStaticImports(manifest, pick(waitedFor.invoices))
  const invoiceFiles = new Set([...signInFiles, ...onlyScripts(behindSignIn)])
  return {
    html: weigh('index.html'),
    javascriptToSignIn: sum(signInFiles),
    javascriptToInvoices: sum(invoiceFiles),
    css: sum(listBuilt('**/*.css')),
    // The second QR engine comes last and apart.
    precache: sum(listPrecached().filter((file) => !file.endsWith('.wasm'))),
    signInFiles,
    invoiceFiles,
    unmatched,
  }
}

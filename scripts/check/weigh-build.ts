import { listBuilt, listPrecached, plainName, readManifest, weigh, withStaticImports } from './built-files.ts'
import { exceptions, waitedFor } from './byte-budgets.ts'

/** What the built app weighs on the wire, in kB. */
export interface BuildWeight {
  html: number
  javascriptToLanding: number
  javascriptToSignIn: number
  javascriptToInvoices: number
  css: number
  precache: number
  /** Scripts a person waits for before the sign-in screen, and before the first screen behind it. */
  signInFiles: Set<string>
  invoiceFiles: Set<string>
  /** Names of `waitedFor` and `exceptions` that match no chunk. */
  unmatched: string[]
}

const sum = (files: Iterable<string>): number => [...files].reduce((total, file) => total + weigh(file), 0)
const onlyScripts = (files: Iterable<string>): string[] => [...files].filter((file) => file.endsWith('.js'))

/** Weighs dist/; throws when there is no build. */
export function weighBuild(): BuildWeight {
  const manifest = readManifest()
  const names = Object.keys(manifest)
  const built = new Set([...names, ...listBuilt('assets/*').map(plainName)])
  const listed = [...Object.values(waitedFor).flat(), ...exceptions.map(({ name }) => name)]
  const entries = names.filter((name) => manifest[name]?.isEntry)
  const landing = withStaticImports(manifest, [...entries, ...waitedFor.landing])
  const beforeSignIn = withStaticImports(manifest, [...entries, ...waitedFor.signIn])
  const signInFiles = new Set(onlyScripts(beforeSignIn))
  const behindSignIn = withStaticImports(manifest, waitedFor.invoices)
  const invoiceFiles = new Set([...signInFiles, ...onlyScripts(behindSignIn)])
  return {
    html: weigh('index.html'),
    javascriptToLanding: sum(onlyScripts(landing)),
    javascriptToSignIn: sum(signInFiles),
    javascriptToInvoices: sum(invoiceFiles),
    // Screens that work only with the server are loaded by few users, and only when they are opened.
    css: sum(listPrecached().filter((file) => file.endsWith('.css'))),
    // The second QR engine is loaded last and separately.
    precache: sum(listPrecached().filter((file) => !/\.wasm$|second-engine/.test(file))),
    signInFiles,
    invoiceFiles,
    unmatched: listed.filter((name) => !built.has(name)),
  }
}

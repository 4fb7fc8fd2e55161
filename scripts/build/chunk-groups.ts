/**
 * Puts the modules behind the login into few files. A bundler alone makes one file of each set of modules that occur
 * together: two hundred of them, most below a kilobyte. The service worker stores them one after the other, and on a
 * slow network each costs a whole round trip.
 */
import type { Plugin } from 'vite'
import { ALWAYS_OPEN, AREAS, FORM_PARTS, isNamed, listedNames } from './chunk-lists.ts'

type Graph = {
  readonly getModuleInfo: (id: string) => {
    readonly importers: readonly string[]
    readonly dynamicImporters: readonly string[]
    readonly isEntry: boolean
  } | null
}

function areaOf(id: string): string {
  return AREAS.find(([, names]) => names.some((name) => isNamed(id, name)))?.[0] ?? 'other'
}

/** The areas from which a module is reached by static imports; `start` also means the first paint. */
function areasOf(id: string, graph: Graph): Set<string> {
  const areas = new Set<string>()
  const seen = new Set([id])
  for (const at of seen) {
    const module = graph.getModuleInfo(at)
    if (!module) continue
    if (module.isEntry) areas.add('start')
    if (module.dynamicImporters.length > 0) areas.add(areaOf(at))
    for (const importer of module.importers) seen.add(importer)
  }
  return areas
}

/** The test of a group of the bundler: whether one of these names matches a module. */
export function namedIn(names: readonly string[]): (id: string) => boolean {
  return (id) => names.some((name) => isNamed(id, name))
}

/** The file a module goes into; null leaves it to the bundler. */
export function chunkNameOf(id: string, graph: Graph): string | null {
  if (id.includes('/i18n/locales/')) return null
  if (namedIn(FORM_PARTS)(id)) return 'forms'
  const areas = areasOf(id, graph)
  // The chunks of the first screens, which have byte budgets, are divided by the lists alone.
  if (areas.size === 0 || areas.has('start') || areas.has('invoices')) return null
  const [only] = areas
  if (areas.has('other')) {
    // The landing page loads nothing of the shop.
    if (areas.size === 1 || areas.has('public') || id.includes('/node_modules/')) return null
    // Rules and contract import nothing of the rest: two files that import each other may start before the other's values.
    return /\/src\/(domain|contract)\//.test(id) ? 'domain' : 'common'
  }
  if (areas.size === 1 && only !== undefined) return only
  // A table is opened from its screen: what both need is in the file of the screen, what tables share in one of theirs.
  const screens = [...areas].filter((area) => !area.endsWith('-tables'))
  const [screen = 'tables'] = screens
  if (screens.length <= 1 && /\/src\//.test(id)) return screen
  // What two areas of administration share stays without an offline copy too.
  if ([...areas].every((area) => area.startsWith('administration'))) return 'administration'
  if (![...areas].some((area) => ALWAYS_OPEN.has(area)))
    return /\/src\/(?!ui\/|blocks\/file-progress\/)/.test(id) ? 'shared' : 'forms'
  return id.includes('/node_modules/') ? 'packages' : 'workplace'
}

/** The names that match none of these modules. */
export function namesWithoutModule(names: readonly string[], ids: readonly string[]): string[] {
  return names.filter((name) => !ids.some((id) => isNamed(id, name)))
}

/** Fails the build when a name in the lists matches no module of it. */
export function checkChunkLists(): Plugin {
  return {
    name: 'check-chunk-lists',
    generateBundle(_, bundle) {
      const ids = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      const lost = namesWithoutModule(listedNames, ids)
      if (lost.length > 0)
        this.error(`scripts/build/chunk-lists.ts names what is not in the build: ${lost.join(', ')}`)
    },
  }
}

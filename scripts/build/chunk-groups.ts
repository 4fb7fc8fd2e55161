/**
 * Puts the modules behind the login into few files. One file a module set, as a bundler does by itself, made two
 * hundred of them, most below a kilobyte: the worker keeps them one after the other, and on a slow line each costs a
 * whole round trip.
 */

type Graph = {
  readonly getModuleInfo: (id: string) => {
    readonly importers: readonly string[]
    readonly dynamicImporters: readonly string[]
    readonly isEntry: boolean
  } | null
}

/** What is opened together, by where its lazily loaded modules stand. The first that matches counts. */
const AREAS: readonly (readonly [string, RegExp])[] = [
  ['start', /src\/app\/(register-worker|reload-when-safe)|features\/(login|landing)\//],
  ['invoices', /features\/invoices\/list\/invoice-list-screen/],
  ['list', /features\/invoices\/list\//],
  ['dashboard', /features\/dashboard\//],
  ['shell', /features\/shell\/shell\.tsx|src\/routes\/-frame/],
  ['menus', /features\/shell\/|blocks\/(install|update-offer)\//],
  [
    'session',
    /src\/(session\/|app\/(account-calls|open-account-runtime|idle-lock|pin-service))|features\/(lock|account)\//,
  ],
  ['sync', /src\/app\/(sync-engine|live-updates|device-notifications|monitor-storage)/],
  ['firebase', /src\/app\/(firebase|analytics)/],
  ['counter', /features\/invoices\/edit\/|blocks\/pickers\//],
  ['receipt', /features\/invoices\/view\/|blocks\/receipt\//],
  ['outbox', /features\/sync\//],
  ['records', /features\/(customers|products|expenses)\//],
  ['settings', /features\/settings\//],
]

/** Areas that are open from the first screen behind the login on. */
const ALWAYS = new Set(['shell', 'session', 'sync', 'dashboard'])

function areaOf(id: string): string | undefined {
  return AREAS.find(([, where]) => where.test(id))?.[0]
}

/** The areas from which a module is reached by plain imports; `start` also stands for the first paint. */
function areasOf(id: string, graph: Graph): Set<string> {
  const areas = new Set<string>()
  const seen = new Set([id])
  for (const at of seen) {
    const module = graph.getModuleInfo(at)
    if (!module) continue
    if (module.isEntry) areas.add('start')
    if (module.dynamicImporters.length > 0) areas.add(areaOf(at) ?? 'own')
    for (const importer of module.importers) seen.add(importer)
  }
  return areas
}

/**
 * Parts of forms. Everything imports Mantine through one module, so who asks for which of its parts is not to be read
 * off the imports; what stands under dialogs and menus is left to the bundler.
 */
const FORM_PARTS =
  /@mantine\/core\/esm\/components\/(?!Modal|ScrollArea|Tooltip|Portal|Overlay|Paper|VisuallyHidden|Floating)/

/** The file a module goes into; null leaves it to the bundler. */
export function chunkNameOf(id: string, graph: Graph): string | null {
  if (id.includes('/i18n/locales/')) return null
  if (FORM_PARTS.test(id)) return 'forms'
  const areas = areasOf(id, graph)
  // What the byte budgets weigh is divided by hand.
  if (areas.size === 0 || areas.has('start') || areas.has('invoices') || areas.has('own')) return null
  const [only] = areas
  if (areas.size === 1 && only !== undefined) return only
  if (![...areas].some((area) => ALWAYS.has(area))) return /\/src\/(?!ui\/)/.test(id) ? 'shared' : 'forms'
  return id.includes('/node_modules/') ? 'packages' : 'workplace'
}

import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import type { PlantedBug } from './planted-bug.ts'
import { PLANTED_BUGS } from './planted-bugs.ts'

const project = new URL('../../../', import.meta.url)
const MARK = '?planted'

/**
 * Throws when a bug no longer fits the product: a module is gone, or it or its replacement does not declare a
 * replaced export. A renamed export would otherwise plant nothing, and the run would pass for the wrong
 * reason.
 */
export function checkReplacements({ name, replaces }: PlantedBug): void {
  for (const { module, by, exports } of replaces) {
    const [real, standIn] = [new URL(module, project), new URL(by, import.meta.url)]
    for (const file of [real, standIn]) {
      if (!existsSync(file))
        throw new Error(`${file.pathname} is gone: the planted bug ${name} no longer fits`)
      const source = readFileSync(file, 'utf8')
      const missing = exports.filter((exported) => !declaresExport(source, exported))
      if (missing.length === 0) continue
      const names = missing.join(', ')
      throw new Error(`${file.pathname} does not export ${names}: the planted bug ${name} no longer fits`)
    }
  }
}

/** By the text, because importing the module here would load it before the hooks of `plant` are in place. */
function declaresExport(source: string, name: string): boolean {
  return new RegExp(`^export (async )?(function\\*?|const|let|class) ${name}\\b`, 'm').test(source)
}

/**
 * Plants a bug: importers of a replaced module get the real one with some exports of the replacement; only
 * the replacement itself imports the real module unchanged. Throws when there is no such bug or it no longer
 * fits the product.
 */
export function plant(name: string): void {
  const bug = PLANTED_BUGS.find((known) => known.name === name)
  if (!bug) throw new Error(`There is no planted bug ${name}`)
  checkReplacements(bug)
  const joints = new Map<string, string>()
  const insiders = new Set<string>()
  for (const { module, by, exports } of bug.replaces) {
    const [real, standIn] = [new URL(module, project), new URL(by, import.meta.url)]
    insiders.add(standIn.href).add(real.href + MARK)
    const taken = `export { ${exports.join(', ')} } from ${JSON.stringify(standIn.href)}`
    joints.set(real.href, `export * from ${JSON.stringify(real.href)}\n${taken}\n`)
  }
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      const insider = context.parentURL !== undefined && insiders.has(context.parentURL)
      return joints.has(resolved.url) && !insider ? { ...resolved, url: resolved.url + MARK } : resolved
    },
    load(url, context, next) {
      const source = url.endsWith(MARK) ? joints.get(url.slice(0, -MARK.length)) : undefined
      return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true }
    },
  })
}

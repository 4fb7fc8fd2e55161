import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { PLANTED_BUGS } from './planted-bugs.ts'

const project = new URL('../../../', import.meta.url)
const MARK = '?planted'

/**
 * Puts a bug in: whoever imports a replaced module gets the real one with some of its exports from the stand-in, and
 * only the stand-in gets the real one whole.
 */
export function plant(name: string): void {
  const bug = PLANTED_BUGS.find((known) => known.name === name)
  if (!bug) throw new Error(`There is no planted bug ${name}`)
  const joints = new Map<string, string>()
  const insiders = new Set<string>()
  for (const { module, by, exports } of bug.replaces) {
    const [real, standIn] = [new URL(module, project), new URL(by, import.meta.url)]
    if (!existsSync(real)) throw new Error(`${module} is gone: the planted bug ${name} no longer fits`)
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

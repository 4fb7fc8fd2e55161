import { lazyRouteComponent } from '@tanstack/react-router'
import { loadPart } from '#ui/load-part.ts'

/** A screen that is loaded when its address is opened, and given up after two minutes. */
export function lazyScreen<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(() => loadPart(load), name)
}

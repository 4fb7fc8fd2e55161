import { lazyRouteComponent } from '@tanstack/react-router'
import { loadScreenWords } from '#i18n/language.ts'
import { loadPart } from '#ui/load-part.ts'

/** A screen that is loaded when its address is opened, and given up after two minutes. */
export function lazyScreen<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(() => loadPart(load), name)
}

/** The same for a screen whose words are in the catalogue of the screens: they come with it. */
export function wordyScreen<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyScreen(async () => {
    const [screen] = await Promise.all([load(), loadScreenWords()])
    return screen
  }, name)
}

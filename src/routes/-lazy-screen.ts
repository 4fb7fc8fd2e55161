import { lazyRouteComponent } from '@tanstack/react-router'
import { loadAdministrationMessages, loadScreenMessages } from '#i18n/language.ts'
import { loadModule, unreachableOffline } from '#ui/load-module.ts'

/** A screen that is loaded when its address is opened; loading fails after two minutes. */
export function lazyScreen<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(() => loadModule(load).catch(unreachableOffline), name)
}

/** The same for a screen with messages in the catalogue of the screens, which is loaded with it. */
export function screenWithCatalog<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyScreen(async () => {
    const [screen] = await Promise.all([load(), loadScreenMessages()])
    return screen
  }, name)
}

/** The same for a screen that works only with the server: the phone stores neither it nor its catalogue. */
export function onlineScreen<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyScreen(async () => {
    const [screen] = await Promise.all([load(), loadAdministrationMessages()])
    return screen
  }, name)
}

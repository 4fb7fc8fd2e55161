import { isModuleLoadError, loadModule, ModuleLoadTimeout } from './load-module.ts'

/** The file that a browser names in the message of a failed import; Safari names none. */
const FILE_IN_MESSAGE = /https?:\/\/\S+/

/**
 * Loads a part of the app that failed before. Chromium up to 150, and other browsers by the standard as it was,
 * remember a failed import for the life of the page: when the part fails again although its file can be had, only a
 * new page asks for it. What was typed or put in the cart is in the database of the phone, so the page is loaded again.
 */
export async function loadModuleAgain<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await loadModule(load)
  } catch (error) {
    if (!(error instanceof Error) || error instanceof ModuleLoadTimeout || !isModuleLoadError(error))
      throw error
    const file = FILE_IN_MESSAGE.exec(error.message)?.[0] ?? window.location.href
    const answer = await fetch(file, { cache: 'no-store' }).catch(() => null)
    if (!answer?.ok) throw error
    window.location.reload()
    return await new Promise<never>(() => undefined)
  }
}

import { create } from 'zustand'

/**
 * How the app gets onto this phone: it is there already, the browser asks at our wish, or a person does it by hand, on
 * an iPhone by its Share button, elsewhere by the menu of the browser.
 */
export type InstallMethod = 'installed' | 'ask' | 'share-button' | 'menu'

type Installation = {
  readonly method: InstallMethod
  /** Opens the browser's own question; only where `way` is `ask`. Gives whether the person agreed. */
  readonly prompt: () => Promise<boolean>
}

/** Written by the app as the browser tells; `menu` until it has told anything else. */
export const useInstallation = create<Installation>(() => ({ method: 'menu', prompt: async () => false }))

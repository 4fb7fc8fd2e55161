import { create } from 'zustand'

/**
 * How the app gets installed on this phone: it is installed already, the browser asks when the app requests it, or
 * the person installs it: on an iPhone with the Share button, elsewhere with the menu of the browser.
 */
export type InstallMethod = 'installed' | 'ask' | 'share-button' | 'menu'

type Installation = {
  readonly method: InstallMethod
  /** Opens the browser's own question; only where `method` is `ask`. Returns whether the person agreed. */
  readonly prompt: () => Promise<boolean>
}

/** Written by the app as the browser reports it; `menu` until it reports anything else. */
export const useInstallation = create<Installation>(() => ({ method: 'menu', prompt: async () => false }))

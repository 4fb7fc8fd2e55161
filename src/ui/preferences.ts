import { createContext, useContext } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import type { Language } from '#i18n/language.ts'

export type ColorScheme = 'auto' | 'light' | 'dark'

/** The choices of a person for this device: language and colours. */
export type Preferences = {
  readonly language: Language
  readonly colorScheme: ColorScheme
  readonly setLanguage: (language: Language) => void
  readonly setColorScheme: (scheme: ColorScheme) => void
}

/** Makes the store; `save` is called with every change a person makes. */
export function createPreferences(
  initial: Pick<Preferences, 'language' | 'colorScheme'>,
  save: (changes: Partial<Pick<Preferences, 'language' | 'colorScheme'>>) => void,
): StoreApi<Preferences> {
  return createStore<Preferences>((set) => ({
    ...initial,
    setLanguage: (language) => {
      set({ language })
      save({ language })
    },
    setColorScheme: (colorScheme) => {
      set({ colorScheme })
      save({ colorScheme })
    },
  }))
}

export const PreferencesContext = createContext<StoreApi<Preferences> | null>(null)

export function usePreferences(): Preferences {
  const store = useContext(PreferencesContext)
  if (!store) throw new Error('no preferences were provided')
  return useStore(store)
}

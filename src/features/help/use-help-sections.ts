import { useLingui } from '@lingui/react'
import { useEffect, useState } from 'react'
import { loadModule } from '#ui/load-module.ts'
import { HELP_DOCUMENTS, type HelpName, type HelpSection } from './help-documents.ts'

/** The sections of a document in the language shown; `undefined` until they are loaded, `null` when that failed. */
export function useHelpSections(name: HelpName): readonly HelpSection[] | null | undefined {
  const { i18n } = useLingui()
  const language = i18n.locale === 'en' ? 'en' : 'sw'
  const [loaded, setLoaded] = useState<{ key: string; sections: readonly HelpSection[] | null }>()
  const key = `${name} ${language}`
  useEffect(() => {
    let current = true
    loadModule(HELP_DOCUMENTS[name].load[language]).then(
      ({ sections }) => current && setLoaded({ key, sections }),
      () => current && setLoaded({ key, sections: null }),
    )
    return () => {
      current = false
    }
  }, [name, language, key])
  return loaded?.key === key ? loaded.sections : undefined
}

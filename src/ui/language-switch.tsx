import { LANGUAGE_NAMES } from '#i18n/language.ts'
import { usePreferences } from './preferences.ts'

/** One button that shows the other language in its own words. */
export function LanguageSwitch() {
  const { language, setLanguage } = usePreferences()
  const other = language === 'sw' ? 'en' : 'sw'
  return (
    <button type="button" className="button button-quiet" lang={other} onClick={() => setLanguage(other)}>
      {LANGUAGE_NAMES[other]}
    </button>
  )
}

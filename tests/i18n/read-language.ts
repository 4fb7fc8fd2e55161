import { type I18n, i18n, type Messages, setupI18n } from '@lingui/core'
import {
  activateLanguage,
  type Language,
  loadAdministrationMessages,
  loadAppMessages,
  loadScreenMessages,
} from '#i18n/language.ts'

/** The catalogue of a language as the app loads it, and an instance that speaks only it. */
export async function readLanguage(language: Language): Promise<{ speak: I18n; messages: Messages }> {
  await activateLanguage(language)
  await loadAppMessages(language)
  await loadScreenMessages()
  await loadAdministrationMessages()
  const { messages } = i18n
  return { messages, speak: setupI18n({ locale: language, messages: { [language]: messages } }) }
}

import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { I18nProvider } from '@lingui/react'
import { renderToString } from 'react-dom/server'
import { LoginForm } from '#features/login/login-form.tsx'
import { errorMessage } from '#i18n/error-messages.ts'
import { activateLanguage } from '#i18n/language.ts'

/** The words of `early-login.ts`, by code. */
const MESSAGES = {
  WAITING: msg`Please wait…`,
  LOGIN_USERNAME_REQUIRED: errorMessage('LOGIN_USERNAME_REQUIRED'),
  LOGIN_PASSWORD_REQUIRED: errorMessage('LOGIN_PASSWORD_REQUIRED'),
  INVALID_CREDENTIALS: errorMessage('INVALID_CREDENTIALS'),
  NETWORK_UNREACHABLE: errorMessage('NETWORK_UNREACHABLE'),
}

function notHere(): never {
  throw new Error('the login is only written here, not used')
}

/** The login form as HTML, and the words of its script; both in both languages, since neither knows the person. */
export async function renderLogin(): Promise<{ html: string; texts: Record<string, string> }> {
  const texts: Record<string, string> = {}
  for (const language of ['sw', 'en'] as const) {
    await activateLanguage(language)
    for (const [code, message] of Object.entries(MESSAGES)) {
      texts[code] = texts[code] === undefined ? i18n._(message) : `${texts[code]} / ${i18n._(message)}`
    }
  }
  const html = renderToString(
    <I18nProvider i18n={i18n}>
      <LoginForm
        username=""
        pinEnded={false}
        pinPossible={false}
        onLogin={notHere}
        onReady={notHere}
        onDone={notHere}
      />
    </I18nProvider>,
  )
  return { html, texts }
}
